import * as z from 'zod/mini'
import { oneLine } from '@/domain/text/plain-text'

/** Codes of an authenticator app (RFC 6238). */
export const TOTP_DIGITS = 6
/** How many recovery codes there are after they were made. */
export const RECOVERY_CODES = 10
export const PASSKEY_NAME_MAX = 60
export const MAX_PASSKEYS = 10

/** The changes that a mail to the owner names. */
export const SECOND_FACTOR_CHANGES = [
  'passkey-added',
  'passkey-removed',
  'totp-added',
  'totp-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'reset',
] as const
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number]

/** Six digits, however they are grouped: "123 456". */
export const totpCodeField = z.pipe(
  z.pipe(
    z.string('required').check(z.maxLength(40, 'second_factor_code_invalid')),
    z.transform((typed: string) => typed.replaceAll(/[\s-]/g, '')),
  ),
  z.string().check(z.minLength(1, 'required'), z.regex(/^(?:\d{6})?$/, 'second_factor_code_invalid')),
)

/** Ten letters and digits in two groups, however they are written: "abcde-fghij". */
export const recoveryCodeField = z.pipe(
  z.pipe(
    z.string('required').check(z.maxLength(40, 'recovery_code_invalid')),
    z.transform((typed: string) => typed.replaceAll(/[\s-]/g, '').toLowerCase()),
  ),
  z.string().check(z.minLength(1, 'required'), z.regex(/^(?:[a-z0-9]{10})?$/, 'recovery_code_invalid')),
)

export const totpCodeSchema = z.strictObject({ code: totpCodeField })
export const recoveryCodeSchema = z.strictObject({ code: recoveryCodeField })

export const passkeyNameField = z
  .string('required')
  .check(oneLine(), z.minLength(1, 'required'), z.maxLength(PASSKEY_NAME_MAX, 'name_too_long'))
export const passkeyNameSchema = z.strictObject({ name: passkeyNameField })
