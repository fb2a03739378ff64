import * as z from 'zod/mini'
import { PASSWORD_MAX } from '@/domain/accounts/password'
import { passkeyNameField, totpCodeField } from '@/domain/accounts/second-factor'
import { defineEndpoint } from '../endpoint'
import { emptyReply, epochSeconds } from '../envelope'
import { passkeyAttestation, secondFactorToken } from './second-factor'

const PATH = '/backoffice/second-factor'
const ours = { permission: 'second-factor.manage', auth: 'required' } as const

const accessErrors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const written = [...accessErrors, 'MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS'] as const
const proven = [...written, 'REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REFUSED'] as const

/** The proof that it still is the account's owner: not needed within minutes of a sign-in. */
const proof = {
  password: z.optional(
    z.string('required').check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password_too_long')),
  ),
  totp: z.optional(totpCodeField),
}
const onlyProof = z.strictObject(proof)
export type Proof = z.infer<typeof onlyProof>

/** The codes are shown once: they are stored as hashes. */
const recoveryCodes = z.array(z.string())

const credentialId = z.string('invalid').check(z.minLength(1, 'invalid'), z.maxLength(2000, 'invalid'))

export const secondFactorSchema = z.object({
  /** Whether an authenticator app is set up. */
  totp: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created_at: epochSeconds,
      last_used_at: z.nullable(epochSeconds),
    }),
  ),
  recovery_codes_left: z.number(),
  /** Whether the back office is closed to this session until a second factor was shown in it. */
  is_due: z.boolean(),
  /** The account has a password, which can replace signing in again. */
  has_password: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const getSecondFactor = defineEndpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: PATH,
  summary: 'The current administrator’s second factors.',
  ...ours,
  reply: secondFactorSchema,
  status: 200,
  errors: accessErrors,
})

export const beginTotp = defineEndpoint({
  name: 'beginTotp',
  method: 'POST',
  path: `${PATH}/totp`,
  summary: 'A new secret for an authenticator app. It counts once a code of it was confirmed.',
  ...ours,
  body: onlyProof,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  status: 200,
  errors: [...proven, 'CONFLICT'],
})

export const confirmTotp = defineEndpoint({
  name: 'confirmTotp',
  method: 'POST',
  path: `${PATH}/totp/confirm`,
  summary:
    'Turns the authenticator app on. With the first factor come recovery codes, and all other sessions end.',
  ...ours,
  body: z.strictObject({ code: totpCodeField }),
  reply: z.object({ recovery_codes: z.optional(recoveryCodes) }),
  status: 200,
  errors: [...written, 'SECOND_FACTOR_REFUSED', 'NOT_FOUND'],
})

export const removeTotp = defineEndpoint({
  name: 'removeTotp',
  method: 'POST',
  path: `${PATH}/totp/remove`,
  summary: 'Turns the authenticator app off. With the last factor go the recovery codes.',
  ...ours,
  body: onlyProof,
  reply: emptyReply,
  status: 200,
  errors: [...proven, 'NOT_FOUND'],
})

export const beginPasskey = defineEndpoint({
  name: 'beginPasskey',
  method: 'POST',
  path: `${PATH}/passkeys/begin`,
  summary: 'What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON).',
  ...ours,
  body: onlyProof,
  reply: z.object({ token: z.string(), options: z.record(z.string(), z.unknown()) }),
  status: 200,
  errors: [...proven, 'CONFLICT'],
})

export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  method: 'POST',
  path: `${PATH}/passkeys`,
  summary:
    'Stores a passkey that the browser has made. With the first factor come recovery codes, and all other sessions end.',
  ...ours,
  body: z.strictObject({ token: secondFactorToken, name: passkeyNameField, passkey: passkeyAttestation }),
  reply: z.object({ recovery_codes: z.optional(recoveryCodes) }),
  status: 200,
  errors: [...written, 'SECOND_FACTOR_REFUSED', 'CONFLICT'],
})

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  method: 'POST',
  path: `${PATH}/passkeys/remove`,
  summary: 'Removes a passkey. With the last factor go the recovery codes.',
  ...ours,
  body: z.strictObject({ id: credentialId, ...proof }),
  reply: emptyReply,
  status: 200,
  errors: [...proven, 'NOT_FOUND'],
})

export const makeRecoveryCodes = defineEndpoint({
  name: 'makeRecoveryCodes',
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  summary: 'New recovery codes; those before are worth nothing any more.',
  ...ours,
  body: onlyProof,
  reply: z.object({ recovery_codes: recoveryCodes }),
  status: 200,
  errors: [...proven, 'NOT_FOUND'],
})
