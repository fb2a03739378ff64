import type { Queryable } from '@/server/database/client'
import { ApiError } from '@/server/http/api-error'
import { useToken } from '@/server/http/limits/used-tokens'

/**
 * Three of a million codes are right at any time. Counted by account and stored: whoever guesses has the password already, comes
 * from any number of networks, and with a new token each time. Passkeys and recovery codes cannot be guessed: they let the owner in
 * meanwhile.
 */
const WINDOWS = [
  { seconds: 15 * 60, max: 10 },
  { seconds: 86_400, max: 50 },
]

/** Counts a one-time code that somebody tries, right or wrong, outside of any transaction. Throws TOO_MANY_REQUESTS. */
export async function countGuess(db: Queryable, userId: string, nowSeconds: number): Promise<void> {
  for (const { seconds, max } of WINDOWS) {
    const window = Math.floor(nowSeconds / seconds)
    const endsAt = (window + 1) * seconds
    const counted = { id: `one-time codes ${userId} ${seconds} ${window}`, expiresAtMs: endsAt * 1000 }
    if (!(await useToken(db, counted, max)))
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: endsAt - nowSeconds })
  }
}
