import * as z from 'zod/mini'
import { recoveryCodeField, totpCodeField } from '@/domain/accounts/second-factor'
import { sessionSchema } from './auth'
import { defineEndpoint } from '../endpoint'

/** base64url, of an authenticator. */
const encoded = (max: number) =>
  z.string('invalid').check(z.regex(/^[\w-]+$/, 'invalid'), z.maxLength(max, 'invalid'))
const signedToken = z.string('required').check(z.minLength(1, 'required'), z.maxLength(2000, 'invalid'))

/** AuthenticationResponseJSON (WebAuthn Level 3); what is not read here is left out. */
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
  /** The server does not read it. */
  clientExtensionResults: z.unknown(),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** RegistrationResponseJSON (WebAuthn Level 3). */
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

export const secondFactorToken = signedToken

/** One of the ways to prove it; the token says whose. */
export const signInWithSecondFactor = defineEndpoint({
  name: 'signInWithSecondFactor',
  method: 'POST',
  path: '/auth/second-factor',
  summary:
    'The second step of an administrator’s sign-in: the token of SECOND_FACTOR_REQUIRED with a passkey’s response, a one-time code or a recovery code. A token opens one session.',
  permission: 'session.open',
  auth: 'none',
  body: z
    .strictObject({
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
  status: 200,
  errors: [
    'MALFORMED_REQUEST',
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'SECOND_FACTOR_REFUSED',
    'TOO_MANY_REQUESTS',
  ],
})
