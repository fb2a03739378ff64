import * as z from 'zod/mini'

/** Identity providers that the app knows (rules 2.10); which of them are configured, the server says. */
export const PROVIDER_NAMES = ['google', 'apple'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

const attemptSchema = z.object({
  provider: z.enum(PROVIDER_NAMES),
  /** Comes back in the response (RFC 6749 10.12). */
  state: z.string(),
  /** Comes back in the ID token (OpenID Connect Core 3.1.2.1). */
  nonce: z.string(),
  /** RFC 7636; Apple has no PKCE. */
  codeVerifier: z.optional(z.string()),
  opensIn: z.enum(['page', 'popup']),
  /** Path of ours to go to afterwards. Ends with the attempt: who signs in some other way is not sent there. */
  returnTo: z.optional(z.string()),
  /** Epoch milliseconds. */
  startedAt: z.number(),
})

/** A sign-in that left for the provider and has not come back yet. */
export type ProviderAttempt = z.infer<typeof attemptSchema>

/** The key in `sessionStorage`: an attempt belongs to its tab, and to the popup that the tab opened, which gets a copy. */
export const ATTEMPT_KEY = 'provider-sign-in'
/** Somebody may have to look for a password, or a second device. */
const ATTEMPT_LIFETIME_MS = 10 * 60_000

type AttemptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores the attempt in place of an earlier one. Throws where storage is forbidden: then no response could be checked. */
export function storeAttempt(storage: AttemptStorage, attempt: ProviderAttempt): void {
  storage.setItem(ATTEMPT_KEY, JSON.stringify(attempt))
}

/** Removes and returns the attempt; undefined when there is none, it is over, or it was with another provider. */
export function consumeAttempt(
  storage: AttemptStorage,
  { provider, nowMs }: { provider: ProviderName; nowMs: number },
): ProviderAttempt | undefined {
  try {
    const stored = storage.getItem(ATTEMPT_KEY)
    storage.removeItem(ATTEMPT_KEY)
    const { success, data } = attemptSchema.safeParse(JSON.parse(stored ?? 'null'))
    const isOurs = success && data.provider === provider
    return isOurs && Math.abs(nowMs - data.startedAt) < ATTEMPT_LIFETIME_MS ? data : undefined
  } catch {
    return undefined
  }
}
