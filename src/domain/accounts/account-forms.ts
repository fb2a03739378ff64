import * as z from 'zod/mini'
import { PROFILE_NAME_MAX, emailSchema } from './account'
import { PASSWORD_MAX, PASSWORD_MIN, newPassword } from './password'
import { oneLine } from '@/domain/text/plain-text'

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
