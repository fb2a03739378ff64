import type { Clock } from '@/server/platform/process/clock'
import { createSignedTokens } from './signed-token'

const ACCESS_TOKEN_SECONDS = 15 * 60
/** A token of something else that happens to share our secret is none of ours. */
const ISSUER = 'events-guide'

export interface AccessTokens {
  /** A token for a session and when it expires, epoch seconds. */
  issue(sessionId: string): Promise<{ token: string; expires_at: number }>
  /** The session a token speaks for; undefined when it is forged, expired or no token at all. */
  read(token: string): Promise<string | undefined>
}

/** Short-lived access tokens. They name a session and nothing else: role and revocation are looked up. */
export function createAccessTokens(secret: string, clock: Clock): AccessTokens {
  const { issue, read } = createSignedTokens({
    key: new TextEncoder().encode(secret),
    clock,
    issuer: ISSUER,
    audience: ISSUER,
    lifetimeSeconds: ACCESS_TOKEN_SECONDS,
    claim: 'sub',
  })
  return { issue, read: async (token) => (await read(token))?.sub }
}
