import * as z from 'zod/mini'
import { oneLine } from '@/domain/text/plain-text'
import type { ProblemCode } from '@/domain/validation/problem'
import { PROFILE_NAME_MAX, emailSchema, PROFILE_NAME_MIN } from './account'

export const PASSWORD_MIN = 8
/** Bounds the work of hashing. */
export const PASSWORD_MAX = 200

/** The sentence for a short one depends on the form. Whether it is easy to guess is validated by the server alone. */
export function passwordOr(tooShort: ProblemCode) {
  return z
    .string(tooShort)
    .check(z.minLength(PASSWORD_MIN, tooShort), z.maxLength(PASSWORD_MAX, 'password_too_long'))
}

/** A new password (rules 5). */
export const newPassword = passwordOr('password_too_short')

/** An address in a form where every field must be filled in. */
const requiredEmail = z.pipe(z.string('required').check(oneLine(), z.minLength(1, 'required')), emailSchema)

/** Sign-in: all fields required, and the email is one (rules 5). Whether the password is right is the server's to say. */
export const signInSchema = z.strictObject({
  email: requiredEmail,
  password: z
    .string('required')
    .check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password_too_long')),
})
export type SignIn = z.infer<typeof signInSchema>

/** A new account: all fields required (rules 2.10). */
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

/** A new password, typed twice (rules 5, reset password). */
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

/** The name in a profile (rules 5). */
export const profileName = z
  .string('name_too_short')
  .check(
    oneLine(),
    z.minLength(PROFILE_NAME_MIN, 'name_too_short'),
    z.maxLength(PROFILE_NAME_MAX, 'name_too_long'),
  )

export const profileNameSchema = z.strictObject({ name: profileName })

/** The form of a new password (rules 5). Whether it is easy to guess, and the old one right, is the server's to say. */
export const passwordChangeSchema = z
  .strictObject({
    old_password: z
      .string('required')
      .check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password_too_long')),
    new_password: passwordOr('new_password_too_short'),
    confirmation: z.string(),
  })
  .check(
    z.refine(({ new_password, confirmation }) => new_password === confirmation, {
      path: ['confirmation'],
      error: 'new_passwords_differ',
      // All problems are shown at once.
      when: () => true,
    }),
  )
export type PasswordChange = z.infer<typeof passwordChangeSchema>
