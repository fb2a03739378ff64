import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import { useToken } from '@/server/http/limits/sender-proof/used-tokens'

/** A guess comes from one of these: a new browser, one that has signed in to the account before, or one that is signed in. */
export type GuesserTrust = 'new devices' | 'known devices' | 'signed in'

export interface Guesser {
  userId: string
  /** The sign-in whose second step it is, or the session: unique, and nobody else's. */
  step: string
  trust: GuesserTrust
}

/**
 * Three of a million codes are right at any time. A sign-in has tries of its own, so that somebody else who has the password, too,
 * cannot use up the owner's. What all of them try in a day is bounded besides (NIST SP 800-63B, 5.2.2), since whoever guesses may
 * sign in again and again from any number of networks; the owner's devices apart from anonymous clients. Passkeys and recovery codes
 * cannot be guessed: they let the owner in on a new device meanwhile.
 */
const STEP = { seconds: 15 * 60, max: 10 }
const DAILY = { seconds: 86_400, max: 100 }

/** Counts a one-time code that somebody tries, right or wrong, outside of any transaction. Throws TOO_MANY_REQUESTS. */
export async function countGuess(
  db: Queryable,
  { userId, step, trust }: Guesser,
  nowSeconds: number,
): Promise<void> {
  for (const [counted, { seconds, max }] of [
    [`step ${step}`, STEP],
    [`${userId} ${trust}`, DAILY],
  ] as const) {
    const window = Math.floor(nowSeconds / seconds)
    const endsAt = (window + 1) * seconds
    const id = `one-time codes ${counted} ${window}`
    if (!(await useToken(db, { id, expiresAtMs: endsAt * 1000 }, max)))
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: endsAt - nowSeconds })
  }
}
