import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeriveKey } from '@/server/http/auth/signed-token'

/** The app is nobody's place to store things: what was not published is shown for as long as its review may take. */
const LIFETIME_SECONDS = 90 * 86_400
/** Base 36, so that the last second that a token opens its event can be read from it. */
const EXPIRY_RADIX = 36
const TOKEN = /^([0-9a-z]{1,10})\.[\w-]{43}$/

/** The event and its contact address: a link to another address is another token. */
interface ManagedBy {
  id: string
  email: string
}

/** Links in mails by which whoever has the mail sees the event, in any status. Nothing of them is stored. */
export interface EventLinks {
  /** Ends with the address or the owner of the event, and some time after its last date, which its reader checks. */
  manageTokenOf(event: ManagedBy): string
  manages(token: string, event: ManagedBy): boolean
  /** The token that opens this event and no other, for 90 days from `nowSeconds`. */
  tokenOf(eventId: string, nowSeconds: number): string
  opens(token: string, eventId: string, nowSeconds: number): boolean
}

export function createEventLinks(deriveKey: DeriveKey): EventLinks {
  const key = deriveKey('event link')
  const signed = (eventId: string, expiry: string) =>
    `${expiry}.${createHmac('sha256', key).update(`${eventId} ${expiry}`).digest('base64url')}`
  const manageKey = deriveKey('manage link')
  const manageTokenOf = ({ id, email }: ManagedBy) =>
    createHmac('sha256', manageKey).update(`${id} ${email.toLowerCase()}`).digest('base64url')
  return {
    manageTokenOf,
    manages: (token, event) => isSame(token, manageTokenOf(event)),
    tokenOf: (eventId, nowSeconds) => signed(eventId, (nowSeconds + LIFETIME_SECONDS).toString(EXPIRY_RADIX)),
    opens(token, eventId, nowSeconds) {
      const expiry = TOKEN.exec(token)?.[1]
      if (expiry === undefined || Number.parseInt(expiry, EXPIRY_RADIX) < nowSeconds) return false
      return isSame(token, signed(eventId, expiry))
    },
  }
}

function isSame(token: string, right: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(right)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

type WeekPurpose = 'confirm' | 'stop'

/** A link to confirm ends with its request, one to stop with the subscription; nothing of them is stored. */
export interface WeekLinks {
  /** The token by which whoever has the mail confirms this request, or stops this subscription, and no other. */
  tokenOf(purpose: WeekPurpose, id: string): string
  opens(purpose: WeekPurpose, given: { id: string; token: string }): boolean
}

export function createWeekLinks(deriveKey: DeriveKey): WeekLinks {
  const keys = { confirm: deriveKey('week confirm'), stop: deriveKey('week stop') }
  const tokenOf = (purpose: WeekPurpose, id: string) =>
    createHmac('sha256', keys[purpose]).update(id).digest('base64url')
  return {
    tokenOf,
    opens: (purpose, { id, token }) => isSame(token, tokenOf(purpose, id)),
  }
}
