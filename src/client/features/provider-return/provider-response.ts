import { consumeAttempt } from '@/client/shared/sign-in/provider-attempt'
import type { ProviderAttempt, ProviderName } from '@/client/shared/sign-in/provider-attempt'

/** The provider's response to an attempt of this tab. */
export type ProviderResponse =
  | { kind: 'code'; attempt: ProviderAttempt; code: string; name: string | undefined }
  /** It says no, or the person did. */
  | { kind: 'denied'; attempt: ProviderAttempt }
  /** The response has no code, or the state of another attempt: nothing of it is sent anywhere. */
  | { kind: 'invalid' }
  /** This tab has begun nothing: the page was opened by hand, used before (back button, reload), or too late. */
  | { kind: 'stray' }

interface ReturnVisit {
  /** Google says it in the query, Apple by way of our server in the fragment. */
  location: Pick<Location, 'search' | 'hash'>
  /** The storage; undefined where it is forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  nowMs: number
}

/** Reads the response and uses up the attempt that it belongs to. */
export function consumeResponse(
  provider: ProviderName,
  { location, storage, nowMs }: ReturnVisit,
): ProviderResponse {
  const attempt = storage && consumeAttempt(storage, { provider, nowMs })
  if (attempt === undefined) return { kind: 'stray' }
  const parameters = new URLSearchParams(provider === 'google' ? location.search : location.hash.slice(1))
  if (parameters.get('state') !== attempt.state) return { kind: 'invalid' }
  if (parameters.has('error')) return { kind: 'denied', attempt }
  const code = parameters.get('code')
  const name = parameters.get('name') ?? undefined
  return code ? { kind: 'code', attempt, code, name } : { kind: 'invalid' }
}
