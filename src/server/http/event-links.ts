import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeriveKey } from './derived-key'

/** Links in mails by which whoever has the mail sees the event, in any status. Nothing of them is stored. */
export interface EventLinks {
  /** The token that opens this event and no other. */
  tokenOf(eventId: string): string
  opens(token: string, eventId: string): boolean
}

export function createEventLinks(deriveKey: DeriveKey): EventLinks {
  const key = deriveKey('event link')
  const tokenOf = (eventId: string) => createHmac('sha256', key).update(eventId).digest('base64url')
  return {
    tokenOf,
    opens(token, eventId) {
      const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(eventId))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
