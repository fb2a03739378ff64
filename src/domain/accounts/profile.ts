import * as z from 'zod/mini'
import { PROFILE_NAME_MAX, PROFILE_NAME_MIN } from './account'
import { PASSWORD_MAX, passwordOr } from './password'
import { oneLine } from '@/domain/text/plain-text'

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
