import * as z from 'zod/mini'
import { toOneLine } from '@/domain/text/plain-text'

export const EMAIL_MAX = 254
export const PROFILE_NAME_MIN = 3
export const PROFILE_NAME_MAX = 200

/**
 * One address, as mailers and people understand it: no display name, no comment, no quoted part, no line
 * break; accents before the @ (RFC 6531), ASCII after it. Narrower than RFC 5321 on purpose: what passes can be handed to a mailer.
 */
const EMAIL =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/u

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}

/**
 * One form of the same address, however a keyboard writes its accents. What is not ASCII becomes lower case here: a database in
 * the C locale lowers ASCII alone.
 */
export function toAddress(typed: string): string {
  const text = toOneLine(typed).normalize('NFC')
  return text.replaceAll(/\P{ASCII}+/gu, (accented) => accented.toLowerCase())
}

/** An address as it was typed, in the form in which accounts are looked up; it need not be valid. */
export const typedAddressSchema = z.pipe(
  z.pipe(z.string('email_invalid'), z.transform(toAddress)),
  z.string().check(z.maxLength(EMAIL_MAX, 'email_invalid')),
)

/** An address that a person typed: blanks around it are dropped, and what cannot be seen in it. */
export const emailSchema = z.pipe(
  z.pipe(z.string('email_invalid'), z.transform(toAddress)),
  z.string().check(z.refine(isEmail, 'email_invalid')),
)

/** How long what people gave us is stored. The privacy page and the mails say these periods. */

/**
 * An event that was submitted without an account and is not published is stored for so many days: after the submission while
 * nobody reviews it, after the review when it was rejected.
 */
export const VISITORS_EVENT_DAYS = 60
/** An event's contact address is stored for so many months after its last occurrence. */
export const CONTACT_ADDRESS_MONTHS = 12
/** A support message is stored for so many months. */
export const SUPPORT_MESSAGE_MONTHS = 24
/** An entry of the activity log is stored for so many months. */
export const ACTIVITY_MONTHS = 24
