import * as z from 'zod/mini'
import { oneLine, toOneLine } from './plain-text'
import type { ProblemCode } from './problem'

export const EMAIL_MAX = 254
export const PASSWORD_MIN = 8
/** Bounds the work of hashing. */
export const PASSWORD_MAX = 200
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

/** An address in a form where every field must be filled in. */
const requiredEmail = z.pipe(z.string('required').check(oneLine(), z.minLength(1, 'required')), emailSchema)

/** The sentence for a short one depends on the form. Whether it is easy to guess is validated by the server alone. */
export function passwordOr(tooShort: ProblemCode) {
  return z
    .string(tooShort)
    .check(z.minLength(PASSWORD_MIN, tooShort), z.maxLength(PASSWORD_MAX, 'password_too_long'))
}

/** A new password (spec 5). */
export const newPassword = passwordOr('password_too_short')

/** Sign-in: all fields required, and the email is one (spec 5). Whether the password is right is the server's to say. */
export const signInSchema = z.strictObject({
  email: requiredEmail,
  password: z
    .string('required')
    .check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password_too_long')),
})
export type SignIn = z.infer<typeof signInSchema>

/** A new account: all fields required (spec 2.10). */
export const registrationSchema = z.strictObject({
  name: z
    .string('required')
    .check(oneLine(), z.minLength(1, 'required'), z.maxLength(PROFILE_NAME_MAX, 'name_too_long')),
  email: requiredEmail,
  password: z
    .string('required')
    .check(
      z.minLength(1, 'required'),
      z.minLength(PASSWORD_MIN, 'password_too_short'),
      z.maxLength(PASSWORD_MAX, 'password_too_long'),
    ),
})
export type RegistrationForm = z.infer<typeof registrationSchema>

/** The address that a link for a new password is sent to. */
export const passwordResetSchema = z.strictObject({ email: requiredEmail })
export type PasswordResetForm = z.infer<typeof passwordResetSchema>

/** A new password, typed twice (spec 5, reset password). */
export const choosePasswordSchema = z
  .strictObject({ new_password: newPassword, confirmation: z.string() })
  .check(
    z.refine(({ new_password, confirmation }) => new_password === confirmation, {
      path: ['confirmation'],
      error: 'passwords_differ',
      // Both problems are shown at once.
      when: () => true,
    }),
  )
export type ChoosePassword = z.infer<typeof choosePasswordSchema>
