import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeriveKey } from '@/server/http/auth/signed-token'

/** The app is nobody's place to store things: what was not published is shown for as long as its review may take. */
const LIFETIME_SECONDS = 90 * 86_400
/** Base 36, so that the last second that a token opens its event can be read from it. */
const EXPIRY_RADIX = 36
const TOKEN = /^([0-9a-z]{1,10})\.[\w-]{43}$/

/** Links in mails by which whoever has the mail sees the event, in any status. Nothing of them is stored. */
export type EventLinks = ReturnType<typeof createEventLinks>

export function createEventLinks(deriveKey: DeriveKey) {
  const sign = signer(deriveKey, 'event link')
  const signed = (eventId: string, expiry: string) => `${expiry}.${sign(`${eventId} ${expiry}`)}`
  const signManaged = signer(deriveKey, 'manage link')
  /** Ends with the address or the owner of the event, and some time after its last date, which its reader checks. */
  const manageTokenOf = ({ id, email }: { id: string; email: string }) =>
    signManaged(`${id} ${email.toLowerCase()}`)
  return {
    manageTokenOf,
    manages: (token: string, event: { id: string; email: string }) => isSame(token, manageTokenOf(event)),
    /** The token that opens this event and no other, for 90 days from `nowSeconds`. */
    tokenOf: (eventId: string, nowSeconds: number) =>
      signed(eventId, (nowSeconds + LIFETIME_SECONDS).toString(EXPIRY_RADIX)),
    opens(token: string, eventId: string, nowSeconds: number) {
      const expiry = TOKEN.exec(token)?.[1]
      if (expiry === undefined || Number.parseInt(expiry, EXPIRY_RADIX) < nowSeconds) return false
      return isSame(token, signed(eventId, expiry))
    },
  }
}

type WeekPurpose = 'confirm' | 'stop'

/** A link to confirm ends with its request, one to stop with the subscription; nothing of them is stored. */
export type WeekLinks = ReturnType<typeof createWeekLinks>

export function createWeekLinks(deriveKey: DeriveKey) {
  const sign = { confirm: signer(deriveKey, 'week confirm'), stop: signer(deriveKey, 'week stop') }
  /** The token by which whoever has the mail confirms this request, or stops this subscription, and no other. */
  const tokenOf = (purpose: WeekPurpose, id: string) => sign[purpose](id)
  return {
    tokenOf,
    opens: (purpose: WeekPurpose, { id, token }: { id: string; token: string }) =>
      isSame(token, tokenOf(purpose, id)),
  }
}

/** Signs for one purpose: 43 characters of base64url. */
export function signer(deriveKey: DeriveKey, purpose: string): (text: string) => string {
  const key = deriveKey(purpose)
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

/** Takes the same time, however much of it is right. */
export function isSame(token: string, right: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(right)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
