import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeriveKey } from '@/server/http/auth/derived-key'

/** The app is nobody's place to store things: what was not published is shown for as long as its review may take. */
const LIFETIME_SECONDS = 90 * 86_400
/** Base 36, so that the last second that a token opens its event can be read from it. */
const EXPIRY_RADIX = 36
const TOKEN = /^([0-9a-z]{1,10})\.[\w-]{43}$/

/** Links in mails by which whoever has the mail sees the event, in any status. Nothing of them is stored. */
export interface EventLinks {
  /** The token that opens this event and no other, for 90 days from `nowSeconds`. */
  tokenOf(eventId: string, nowSeconds: number): string
  opens(token: string, eventId: string, nowSeconds: number): boolean
}

export function createEventLinks(deriveKey: DeriveKey): EventLinks {
  const key = deriveKey('event link')
  const signed = (eventId: string, expiry: string) =>
    `${expiry}.${createHmac('sha256', key).update(`${eventId} ${expiry}`).digest('base64url')}`
  return {
    tokenOf: (eventId, nowSeconds) => signed(eventId, (nowSeconds + LIFETIME_SECONDS).toString(EXPIRY_RADIX)),
    opens(token, eventId, nowSeconds) {
      const expiry = TOKEN.exec(token)?.[1]
      if (expiry === undefined || Number.parseInt(expiry, EXPIRY_RADIX) < nowSeconds) return false
      const [given, right] = [Buffer.from(token), Buffer.from(signed(eventId, expiry))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
