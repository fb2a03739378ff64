import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import * as z from 'zod/mini'
import { toOneLine, foldText } from '@/domain/text/plain-text'
import type { ProblemCode } from '@/domain/validation/problem'
import {
  oneLine,
  requiredLine,
  lineOf,
  maxCharacters,
  minCharacters,
  password,
} from '@/domain/text/text-fields'

export const PROFILE_NAME_MIN = 3
export const PROFILE_NAME_MAX = 200

/** Narrower than RFC 5321: no display name, comment or quoted part; accents before the @ (RFC 6531), ASCII after it. */
const EMAIL =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/u

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}

/** A database in the C locale lowers ASCII alone, so the rest is lowered here. */
export function toAddress(typed: string): string {
  return toOneLine(typed).replaceAll(/\P{ASCII}+/gu, (accented) => accented.toLowerCase())
}

const address = z.string('email_invalid').check(z.overwrite<string>(toAddress))
export const typedAddressSchema = address.check(z.maxLength(EMAIL_MAX, 'email_invalid'))
export const emailSchema = address.check(z.refine(isEmail, 'email_invalid'))

/** Stored after the submission while nobody reviews it, after the review when it was rejected. */
export const VISITORS_EVENT_DAYS = 60
export const CONTACT_ADDRESS_MONTHS = 12
export const SUPPORT_MESSAGE_MONTHS = 24
export const ACTIVITY_MONTHS = 24

export const PASSWORD_MIN = 8
/** Bounds the work of hashing. */
export const PASSWORD_MAX = 200

export const typedPassword = z
  .string('required')
  .check(password(), z.minLength(1, 'required'), maxCharacters(PASSWORD_MAX, 'password_too_long'))

/** The sentence for a short one depends on the form. Whether it is easy to guess is validated by the server alone. */
export function passwordOr(tooShort: ProblemCode) {
  return z
    .string(tooShort)
    .check(
      password(),
      minCharacters(PASSWORD_MIN, tooShort),
      maxCharacters(PASSWORD_MAX, 'password_too_long'),
    )
}

export const newPassword = passwordOr('password_too_short')

const requiredEmail = z.pipe(z.string('required').check(oneLine(), z.minLength(1, 'required')), emailSchema)

export const signInSchema = z.object({ email: requiredEmail, password: typedPassword })
export type SignIn = z.infer<typeof signInSchema>

export const ownPasswordSchema = z.object({ password: typedPassword })

export const registrationSchema = z.object({
  name: requiredLine(PROFILE_NAME_MAX, 'name_too_long'),
  email: requiredEmail,
  password: typedPassword.check(minCharacters(PASSWORD_MIN, 'password_too_short')),
})

export const passwordResetSchema = z.object({ email: requiredEmail })
export type PasswordResetForm = z.infer<typeof passwordResetSchema>

const repeatedPassword = z.string().check(password())
const isRepeated = (error: ProblemCode) =>
  z.refine<{ new_password: string; confirmation: string }>(
    ({ new_password, confirmation }) => new_password === confirmation,
    { path: ['confirmation'], error, when: () => true },
  )

export const choosePasswordSchema = z
  .object({ new_password: newPassword, confirmation: repeatedPassword })
  .check(isRepeated('passwords_differ'))

export const profileName = lineOf([PROFILE_NAME_MIN, 'name_too_short'], [PROFILE_NAME_MAX, 'name_too_long'])

export const profileNameSchema = z.object({ name: profileName })

/** The form of a new password (rules 5). Whether it is easy to guess, and the old one right, is the server's to say. */
export const passwordChangeSchema = z
  .object({
    old_password: typedPassword,
    new_password: passwordOr('new_password_too_short'),
    confirmation: repeatedPassword,
  })
  .check(isRepeated('new_passwords_differ'))

export const TOTP_DIGITS = 6
export const RECOVERY_CODES = 10

export const SECOND_FACTOR_CHANGES = [
  'totp-added',
  'totp-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'reset',
] as const
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number]

const GAPS = /[\s\p{Pd}]/gu

const codeField = (pattern: RegExp, invalid: ProblemCode) =>
  z.string('required').check(
    z.maxLength(40, { error: invalid, abort: true }),
    z.overwrite<string>((typed) => foldText(typed).replaceAll(GAPS, '')),
    z.minLength(1, { error: 'required', abort: true }),
    z.regex(pattern, invalid),
  )

/** Six digits, however they are grouped: "123 456". */
export const totpCodeField = codeField(/^\d{6}$/, 'second_factor_code_invalid')
/** Ten letters and digits in two groups, however they are written: "abcde-fghij". */
export const recoveryCodeField = codeField(/^[a-z0-9]{10}$/, 'recovery_code_invalid')

export const totpCodeSchema = z.object({ code: totpCodeField })
export const recoveryCodeSchema = z.object({ code: recoveryCodeField })
