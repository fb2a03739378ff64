import * as z from 'zod/mini'
import { toOneLine } from './plain-text'

export const EMAIL_MAX = 254
export const PROFILE_NAME_MIN = 3
export const PROFILE_NAME_MAX = 200

/**
 * One address, as mailers and people understand it: no display name, no comment, no quoted part, no line
 * break, ASCII. Narrower than RFC 5321 on purpose: what passes can be handed to a mailer.
 */
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}

/** An address that a person typed: blanks around it are dropped, and what cannot be seen in it. */
export const emailSchema = z.pipe(
  z.pipe(z.string('email_invalid'), z.transform(toOneLine)),
  z.string().check(z.refine(isEmail, 'email_invalid')),
)
