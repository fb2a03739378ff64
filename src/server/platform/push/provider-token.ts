import { SignJWT } from 'jose'
import { readAppleKey } from '@/server/identity/apple-key'

interface ProviderTokenOptions {
  teamId: string
  keyId: string
  privateKeyPem: string
  nowMs: () => number
}

/** Apple refuses tokens older than an hour, and who makes them more often than every 20 minutes. */
const LIFETIME_MS = 50 * 60 * 1000

export interface ProviderTokens {
  current(): Promise<string>
  /** Called when Apple did not accept it: the next one is made anew. */
  drop(): void
}

/** The tokens by which Apple knows who sends: one is made and used for less than 50 minutes. Throws AppleKeyError. */
export function createProviderTokens({
  teamId,
  keyId,
  privateKeyPem,
  nowMs,
}: ProviderTokenOptions): ProviderTokens {
  const key = readAppleKey(privateKeyPem)
  let made: { token: Promise<string>; atMs: number } | undefined
  return {
    current: () => {
      const atMs = nowMs()
      if (made === undefined || atMs - made.atMs >= LIFETIME_MS || atMs < made.atMs) {
        const token = new SignJWT()
          .setProtectedHeader({ alg: 'ES256', kid: keyId })
          .setIssuer(teamId)
          .setIssuedAt(Math.floor(atMs / 1000))
          .sign(key)
        made = { token, atMs }
      }
      return made.token
    },
    drop: () => {
      made = undefined
    },
  }
}
