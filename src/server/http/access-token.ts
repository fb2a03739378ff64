import { SignJWT, jwtVerify } from 'jose'
import { nowDate, nowSeconds } from './clock'
import type { Clock } from './clock'

export const ACCESS_TOKEN_SECONDS = 15 * 60
const ALGORITHM = 'HS256'
/** A token of something else that happens to share our secret is none of ours. */
const ISSUER = 'events-guide'
const AUDIENCE = 'events-guide'

export interface AccessTokens {
  /** A token for a session and when it expires, epoch seconds. */
  issue(sessionId: string): Promise<{ token: string; expires_at: number }>
  /** The session a token speaks for; undefined when it is forged, expired or no token at all. */
  read(token: string): Promise<string | undefined>
}

/** Short-lived access tokens (JWT, HS256). They name a session and nothing else: role and revocation are looked up. */
export function createAccessTokens(secret: string, clock: Clock): AccessTokens {
  const key = new TextEncoder().encode(secret)
  return {
    async issue(sessionId) {
      const expiresAt = nowSeconds(clock) + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(sessionId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(nowSeconds(clock))
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expires_at: expiresAt }
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: nowDate(clock),
          requiredClaims: ['sub', 'exp'],
        })
        return payload.sub
      } catch {
        return undefined
      }
    },
  }
}
