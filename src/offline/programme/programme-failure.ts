import type { Outcome } from '@/offline/api/outcome'
import { ProgrammeUnreachable } from './programme-reader'

/** The status by which a network says that its own sign-in page comes first (RFC 6585). */
const NETWORK_AUTHENTICATION_REQUIRED = 511

/** Why there is nothing to show; also an error of the balancer before the server is the server's. */
export function failureOf(response: Outcome<unknown> | 'timeout'): ProgrammeUnreachable {
  const status = response === 'timeout' ? undefined : response.status
  return new ProgrammeUnreachable(
    status !== undefined && status >= 500 && status !== NETWORK_AUTHENTICATION_REQUIRED,
  )
}
