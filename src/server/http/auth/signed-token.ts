import { hkdfSync } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import { nowDate, nowSeconds, type Clock } from '@/server/platform/process/clock'

const ALGORITHM = 'HS256'

interface TokenKind {
  key: Uint8Array
  clock: Clock
  /** Tells the kinds apart: a token of another one is none of this. */
  audience: string
  lifetimeSeconds: number
}

/** Tokens of our own that are signed (JWT, HS256) and stored nowhere: each speaks for one subject. */
export function createSignedTokens({ key, clock, audience, lifetimeSeconds }: TokenKind) {
  return {
    /** `expires_at` is in epoch seconds. */
    async issue(subject: string) {
      const expiresAt = nowSeconds(clock) + lifetimeSeconds
      const token = await new SignJWT({ sub: subject, aud: audience })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(nowSeconds(clock))
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expires_at: expiresAt }
    },
    /** The subject of a token; undefined when it is forged, expired, of another kind or no token at all. */
    async read(token: string): Promise<string | undefined> {
      const options = { audience, algorithms: [ALGORITHM], requiredClaims: ['sub', 'iat', 'exp'] }
      const verified = jwtVerify(token, key, { ...options, currentDate: nowDate(clock) })
      return (await verified.catch(() => undefined))?.payload.sub
    },
  }
}

/** Makes the key of one purpose (32 bytes) out of the server's secret: what is signed for one purpose never passes for another. */
export type DeriveKey = (purpose: string) => Buffer

/** HKDF-SHA256 (RFC 5869) of the server's secret. */
export function keysFrom(secret: string): DeriveKey {
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
