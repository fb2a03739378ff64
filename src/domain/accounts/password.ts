import * as z from 'zod/mini'
import type { ProblemCode } from '@/domain/validation/problem'

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
