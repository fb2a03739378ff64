import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeriveKey } from '@/server/http/auth/derived-key'

/** Purposes of the links in the mails of the week, each with a key of its own. */
const PURPOSES = { confirm: 'week confirm', stop: 'week stop' } as const
export type WeekPurpose = keyof typeof PURPOSES

/**
 * Links in the mails of the week. Nothing of them is stored: a link to confirm ends with the request that it is for, one to stop
 * with the subscription.
 */
export interface WeekLinks {
  /** The token by which whoever has the mail confirms this request, or stops this subscription, and no other. */
  tokenOf(purpose: WeekPurpose, id: string): string
  opens(purpose: WeekPurpose, given: { id: string; token: string }): boolean
}

export function createWeekLinks(deriveKey: DeriveKey): WeekLinks {
  const keys = { confirm: deriveKey(PURPOSES.confirm), stop: deriveKey(PURPOSES.stop) }
  const tokenOf = (purpose: WeekPurpose, id: string) =>
    createHmac('sha256', keys[purpose]).update(id).digest('base64url')
  return {
    tokenOf,
    opens(purpose, { id, token }) {
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(purpose, id))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
