import { randomUUID } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import { FORM_TOKEN_DAYS } from '@/contract/form-tokens'
import type { FormToken } from '@/contract/form-tokens'
import { nowDate, nowSeconds } from '../clock'
import type { Clock } from '../clock'
import type { DeriveKey } from '../derived-key'
import type { CountedToken } from './used-tokens'

const LIFETIME_SECONDS = FORM_TOKEN_DAYS * 86_400
const ALGORITHM = 'HS256'
const AUDIENCE = 'form'

export interface ReadFormToken extends CountedToken {
  /** Milliseconds since it was given out. */
  ageMs: number
}

export interface FormTokens {
  issue(): Promise<FormToken>
  /** What a token says; undefined when it is forged, expired or no token at all. */
  read(token: string): Promise<ReadFormToken | undefined>
}

/** Form tokens are signed and stored nowhere: giving one out costs a stranger's script nothing of ours. */
export function createFormTokens(deriveKey: DeriveKey, clock: Clock): FormTokens {
  const key = deriveKey('form tokens')
  return {
    async issue() {
      const expiresAt = nowSeconds(clock) + LIFETIME_SECONDS
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: ALGORITHM })
        .setJti(randomUUID())
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
          audience: AUDIENCE,
          currentDate: nowDate(clock),
          requiredClaims: ['jti', 'iat', 'exp'],
        })
        const { jti = '', iat = 0, exp = 0 } = payload
        return { id: `form ${jti}`, ageMs: clock.nowMs() - iat * 1000, expiresAtMs: exp * 1000 }
      } catch {
        return undefined
      }
    },
  }
}
