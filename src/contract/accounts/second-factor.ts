import * as z from 'zod/mini'
import { recoveryCodeField, totpCodeField, passkeyNameField, typedPassword } from '@/domain/accounts/account'
import { defineEndpoint } from '@/contract/endpoint'
import { emptyReply, epochSeconds } from '@/contract/envelope'
import { sessionSchema, openSession } from './auth'
import { requiredText } from '@/domain/text/text-fields'

const encoded = (max: number) =>
  z.string('invalid').check(z.regex(/^[\w-]+$/, 'invalid'), z.maxLength(max, 'invalid'))
const signedToken = requiredText(2000)

const passkeyAssertion = z.object({
  id: encoded(2000),
  rawId: encoded(2000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(8000),
    authenticatorData: encoded(8000),
    signature: encoded(8000),
    userHandle: z.optional(encoded(200)),
  }),
  clientExtensionResults: z.unknown(),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

export const passkeyAttestation = z.object({
  id: encoded(2000),
  rawId: encoded(2000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(8000),
    attestationObject: encoded(20_000),
    transports: z.optional(
      z.array(z.string().check(z.maxLength(20, 'invalid'))).check(z.maxLength(10, 'invalid')),
    ),
  }),
  /** The server does not read it. */
  clientExtensionResults: z.unknown(),
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

export const signInWithSecondFactor = defineEndpoint('POST /auth/second-factor', {
  summary:
    'The second step of an administrator’s sign-in: the token of SECOND_FACTOR_REQUIRED with a passkey’s response, a one-time code or a recovery code. A token opens one session.',
  ...openSession,
  body: z
    .object({
      token: signedToken,
      passkey: z.optional(passkeyAssertion),
      totp: z.optional(totpCodeField),
      recovery_code: z.optional(recoveryCodeField),
    })
    .check(
      z.refine(
        ({ passkey, totp, recovery_code }) =>
          [passkey, totp, recovery_code].filter((given) => given !== undefined).length === 1,
        { path: ['totp'], error: 'required' },
      ),
    ),
  reply: sessionSchema,
  errors: ['UNAUTHENTICATED', 'SECOND_FACTOR_REFUSED'],
})

const PATH = '/backoffice/second-factor'
const ours = { permission: 'second-factor.manage', auth: 'required' } as const

/** The proof that it still is the account's owner: not needed within minutes of a sign-in. */
const proof = {
  password: z.optional(typedPassword),
  totp: z.optional(totpCodeField),
}
const onlyProof = z.object(proof)
export type Proof = z.infer<typeof onlyProof>

/** The codes are shown once: they are stored as hashes. */
const recoveryCodes = z.array(z.string())

const credentialId = z.string('invalid').check(z.minLength(1, 'invalid'), z.maxLength(2000, 'invalid'))

export const secondFactorSchema = z.object({
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
  is_due: z.boolean(),
  has_password: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const getSecondFactor = defineEndpoint(`GET ${PATH}`, {
  summary: 'The current administrator’s second factors.',
  ...ours,
  reply: secondFactorSchema,
})

export const beginTotp = defineEndpoint(`POST ${PATH}/totp`, {
  summary: 'A new secret for an authenticator app. It counts once a code of it was confirmed.',
  ...ours,
  body: onlyProof,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REFUSED', 'CONFLICT'],
})

export const confirmTotp = defineEndpoint(`POST ${PATH}/totp/confirm`, {
  summary:
    'Turns the authenticator app on. With the first factor come recovery codes, and all other sessions end.',
  ...ours,
  body: z.object({ code: totpCodeField }),
  reply: z.object({ recovery_codes: z.optional(recoveryCodes) }),
  errors: ['SECOND_FACTOR_REFUSED', 'NOT_FOUND'],
})

export const removeTotp = defineEndpoint(`POST ${PATH}/totp/remove`, {
  summary: 'Turns the authenticator app off. With the last factor go the recovery codes.',
  ...ours,
  body: onlyProof,
  reply: emptyReply,
  errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REFUSED', 'NOT_FOUND'],
})

export const beginPasskey = defineEndpoint(`POST ${PATH}/passkeys/begin`, {
  summary: 'What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON).',
  ...ours,
  body: onlyProof,
  reply: z.object({ token: z.string(), options: z.record(z.string(), z.unknown()) }),
  errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REFUSED', 'CONFLICT'],
})

export const addPasskey = defineEndpoint(`POST ${PATH}/passkeys`, {
  summary:
    'Stores a passkey that the browser has made. With the first factor come recovery codes, and all other sessions end.',
  ...ours,
  body: z.object({ token: signedToken, name: passkeyNameField, passkey: passkeyAttestation }),
  reply: z.object({ recovery_codes: z.optional(recoveryCodes) }),
  errors: ['SECOND_FACTOR_REFUSED', 'CONFLICT'],
})

export const removePasskey = defineEndpoint(`POST ${PATH}/passkeys/remove`, {
  summary: 'Removes a passkey. With the last factor go the recovery codes.',
  ...ours,
  body: z.object({ id: credentialId, ...proof }),
  reply: emptyReply,
  errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REFUSED', 'NOT_FOUND'],
})

export const makeRecoveryCodes = defineEndpoint(`POST ${PATH}/recovery-codes`, {
  summary: 'New recovery codes; those before are worth nothing any more.',
  ...ours,
  body: onlyProof,
  reply: z.object({ recovery_codes: recoveryCodes }),
  errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_REFUSED', 'NOT_FOUND'],
})
