import { hkdfSync } from 'node:crypto'
import { SignJWT, jwtVerify, type JWTPayload } from 'jose'
import { nowDate, nowSeconds, type Clock } from '@/server/platform/process/clock'

const ALGORITHM = 'HS256'

interface TokenKind {
  key: Uint8Array
  clock: Clock
  /** Tells the kinds apart: a token of another one is none of this. */
  audience: string
  issuer?: string
  lifetimeSeconds: number
  claim: 'sub' | 'jti'
}

export interface SignedTokens {
  issue(claim: string): Promise<{ token: string; expires_at: number }>
  /** The claims of a token; undefined when it is forged, expired, of another kind or no token at all. */
  read(token: string): Promise<JWTPayload | undefined>
}

/** Tokens of our own that are signed (JWT, HS256) and stored nowhere. */
export function createSignedTokens({
  key,
  clock,
  audience,
  issuer,
  lifetimeSeconds,
  claim,
}: TokenKind): SignedTokens {
  const isOurs = { audience, ...(issuer !== undefined && { issuer }) }
  const claims = { aud: audience, ...(issuer !== undefined && { iss: issuer }) }
  return {
    async issue(value) {
      const expiresAt = nowSeconds(clock) + lifetimeSeconds
      const token = await new SignJWT({ ...claims, [claim]: value })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(nowSeconds(clock))
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expires_at: expiresAt }
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          ...isOurs,
          algorithms: [ALGORITHM],
          currentDate: nowDate(clock),
          requiredClaims: [claim, 'iat', 'exp'],
        })
        return payload
      } catch {
        return undefined
      }
    },
  }
}

/** Makes the key of one purpose (32 bytes) out of the server's secret: what is signed for one purpose never passes for another. */
export type DeriveKey = (purpose: string) => Buffer

/** HKDF-SHA256 (RFC 5869) of the server's secret. */
export function keysFrom(secret: string): DeriveKey {
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
