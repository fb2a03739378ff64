import { randomBytes } from 'node:crypto'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/derived-key'
import type { CountedToken } from '@/server/http/limits/sender-proof/used-tokens'
import { createSignedTokens } from '@/server/http/auth/signed-token'

/** Time to find the phone, and to wait for its next code. */
const LIFETIME_SECONDS = 5 * 60
const CHALLENGE_BYTES = 32

interface Pending {
  /** base64url: what a passkey signs. */
  challenge: string
  /** The subject that the token was issued for. */
  subject: string
  /** It is used up by what it was issued for. */
  counted: CountedToken
}

export interface PendingTokens {
  issue(subject: string): Promise<{ token: string; expires_at: number; challenge: string }>
  /** Undefined when it is forged, expired, or of another purpose. */
  read(token: string): Promise<Pending | undefined>
}

/** Signed tokens that lead from a question to its answer: stored nowhere, each with a challenge of its own. */
export function createPendingTokens(
  deriveKey: DeriveKey,
  clock: Clock,
  purpose: 'second factor' | 'new passkey',
): PendingTokens {
  const tokens = createSignedTokens({
    key: deriveKey(`${purpose} tokens`),
    clock,
    audience: purpose,
    lifetimeSeconds: LIFETIME_SECONDS,
    claim: 'jti',
  })
  return {
    async issue(subject) {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
      return { ...(await tokens.issue(`${challenge}.${subject}`)), challenge }
    },
    async read(token) {
      const payload = await tokens.read(token)
      if (payload === undefined) return undefined
      const { jti = '', exp = 0 } = payload
      const [challenge = '', subject = ''] = jti.split('.')
      return { challenge, subject, counted: { id: `${purpose} ${challenge}`, expiresAtMs: exp * 1000 } }
    },
  }
}
