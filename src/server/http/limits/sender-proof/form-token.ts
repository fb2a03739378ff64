import { randomUUID } from 'node:crypto'
import { FORM_TOKEN_DAYS } from '@/contract/form-tokens'
import type { FormToken } from '@/contract/form-tokens'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/derived-key'
import { createSignedTokens } from '@/server/http/auth/signed-token'
import type { CountedToken } from './used-tokens'

export interface ReadFormToken extends CountedToken {
  /** Milliseconds since it was given out. */
  ageMs: number
}

export interface FormTokens {
  issue(): Promise<FormToken>
  /** The content of a token; undefined when it is forged, expired or no token at all. */
  read(token: string): Promise<ReadFormToken | undefined>
}

/** Form tokens are signed and stored nowhere: giving one out costs an anonymous client's script nothing of ours. */
export function createFormTokens(deriveKey: DeriveKey, clock: Clock): FormTokens {
  const tokens = createSignedTokens({
    key: deriveKey('form tokens'),
    clock,
    audience: 'form',
    lifetimeSeconds: FORM_TOKEN_DAYS * 86_400,
    claim: 'jti',
  })
  return {
    issue: () => tokens.issue(randomUUID()),
    async read(token) {
      const payload = await tokens.read(token)
      if (payload === undefined) return undefined
      const { jti = '', iat = 0, exp = 0 } = payload
      return { id: `form ${jti}`, ageMs: clock.nowMs() - iat * 1000, expiresAtMs: exp * 1000 }
    },
  }
}
