import * as z from 'zod/mini'
import {
  typedAddressSchema,
  typedPassword,
  PROFILE_NAME_MAX,
  emailSchema,
  newPassword,
  recoveryCodeField,
  totpCodeField,
} from '@/domain/accounts/account'
import { ROLES, type Role } from '@/domain/accounts/permission'
import { defineEndpoint } from '@/contract/endpoint'
import { completed, epochSeconds } from '@/contract/envelope'
import { requiredText, oneLine, requiredLine, maxCharacters } from '@/domain/text/text-fields'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'

export const openSession = { permission: 'session.open', auth: 'none' } as const
export const ownProfile = { permission: 'profile.manage', auth: 'required' } as const

/** A server of the same contract may have other names for it: whoever is no administrator is a user. */
export const roleSchema = z.pipe(
  z.transform((role: Role): Role => (role === 'ADMIN' ? role : 'USER')),
  z.enum(ROLES),
)

const token = z.object({ token: z.string().check(z.minLength(1)), expires_at: z.number() })

/** Where a server does not say it, the address is the id, to which what waits on a device belongs. */
export const userSchema = completed(
  z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: roleSchema,
  }),
  ({ email }) => ({ id: email, name: email }),
)
export type User = z.infer<typeof userSchema>

const tokens = {
  access_token: token,
  refresh_token: token,
  /** The server's time: a device's own clock may be wrong. */
  server_time: z.optional(epochSeconds),
}

export const sessionSchema = z.object({ ...tokens, user: userSchema })
export type Session = z.infer<typeof sessionSchema>

export const login = defineEndpoint('POST /auth/login', {
  summary: 'Sign in with email and password.',
  ...openSession,
  body: z.object({
    email: typedAddressSchema,
    password: typedPassword,
  }),
  reply: sessionSchema,
})

export const refresh = defineEndpoint('POST /auth/refresh', {
  summary: 'Exchange a refresh token for a new pair; the old one works until its successor has been used.',
  ...openSession,
  body: z.object({
    refresh_token: requiredText(200),
  }),
  /** A server may leave the user out: then it is the one before. */
  reply: z.object({ ...tokens, user: z.optional(userSchema) }),
})

export const logout = defineEndpoint('POST /auth/logout', {
  summary: 'End the session of a refresh token, or without one that of the access token.',
  permission: 'session.open',
  auth: 'lenient',
  body: z.object({
    refresh_token: z.optional(requiredText(200)),
    /** The SHA-256 of the token in its place, base64url, of which a device can keep a copy that opens nothing. */
    refresh_token_digest: z.optional(z.string('invalid').check(z.regex(/^[\w-]{43}$/, 'invalid'))),
  }),
})

export const ownSessionSchema = z.object({
  id: z.string(),
  created_at: epochSeconds,
  last_used_at: epochSeconds,
  expires_at: epochSeconds,
  user_agent: z.nullable(z.string()),
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

export const listSessions = defineEndpoint('GET /profile/sessions', {
  summary: 'Where the current user is signed in, the one used last first.',
  ...ownProfile,
  reply: z.object({ items: z.array(ownSessionSchema) }),
})

export const endSession = defineEndpoint('DELETE /profile/sessions/{id}', {
  summary: 'Sign the current user out on one device.',
  ...ownProfile,
})

export const endOtherSessions = defineEndpoint('DELETE /profile/sessions', {
  summary: 'Sign the current user out everywhere else.',
  ...ownProfile,
})

const mailToken = requiredText(200)

const code = requiredText(2048, 'text_too_long')

const nonce = z.optional(z.string('invalid').check(z.minLength(16, 'invalid'), z.maxLength(200, 'invalid')))

export const register = defineEndpoint('POST /auth/register', {
  summary: 'Open an account. The response is alike whether or not the address is known.',
  ...openSession,
  body: z.object({
    email: emailSchema,
    password: newPassword,
    name: requiredLine(PROFILE_NAME_MAX, 'name_too_long'),
  }),
  status: 201,
})

export const loginWithApple = defineEndpoint('POST /auth/apple/login', {
  summary: 'Sign in with the first provider. Its name is only known at the very first login.',
  ...openSession,
  body: z.object({
    authorization_code: code,
    email: z.optional(z.string('email_invalid').check(z.maxLength(EMAIL_MAX, 'email_invalid'))),
    name: z.optional(z.string('invalid').check(oneLine(), maxCharacters(PROFILE_NAME_MAX, 'name_too_long'))),
    nonce,
  }),
  reply: sessionSchema,
})

export const loginWithGoogle = defineEndpoint('POST /auth/google/login', {
  summary: 'Sign in with the second provider.',
  ...openSession,
  body: z.object({
    code,
    /** The verifier of the PKCE challenge that the sign-in began with (RFC 7636 4.1). */
    code_verifier: z.optional(z.string('invalid').check(z.regex(/^[\w.~-]{43,128}$/, 'invalid'))),
    nonce,
  }),
  reply: sessionSchema,
})

const signInProvider = z.object({
  authorization_endpoint: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
})
export type SignInProvider = z.infer<typeof signInProvider>

export const listSignInProviders = defineEndpoint('GET /auth/providers', {
  summary: 'The providers that people can sign in with here.',
  ...openSession,
  reply: z.object({ google: z.optional(signInProvider), apple: z.optional(signInProvider) }),
})
export type SignInProviders = z.infer<typeof listSignInProviders.reply>

export const confirmEmail = defineEndpoint('POST /auth/confirm-email', {
  summary: 'Confirm the address that the mail was sent to. A link works once.',
  ...openSession,
  body: z.object({
    token: mailToken,
    /** Our page asks for it; a wrong one confirms nothing, and the link stays. */
    password: z.optional(typedPassword),
  }),
})

export const requestPasswordReset = defineEndpoint('POST /user/password/reset', {
  summary: 'Send reset instructions. The response is the same whether or not the address is known.',
  ...openSession,
  body: z.object({ email: emailSchema }),
})

export const validateResetToken = defineEndpoint('POST /user/password/reset/validate-token', {
  summary: 'Whether a reset link still works.',
  ...openSession,
  body: z.object({ token: mailToken }),
  reply: z.object({ valid: z.boolean() }),
})

export const confirmPasswordReset = defineEndpoint('POST /user/password/reset/confirm', {
  summary: 'Set a new password with a reset link; every session of the account ends.',
  ...openSession,
  body: z.object({ token: mailToken, new_password: newPassword }),
})

export const revokeResetToken = defineEndpoint('POST /user/password/reset/revoke-token', {
  summary: 'Make a reset link useless ("it was not me"). The response is the same for an unknown one.',
  ...openSession,
  body: z.object({ token: mailToken }),
})

export const signInWithSecondFactor = defineEndpoint('POST /auth/second-factor', {
  summary: 'The second step of an administrator’s sign-in: a one-time code or a recovery code.',
  ...openSession,
  body: z
    .object({
      token: requiredText(2000),
      totp: z.optional(totpCodeField),
      recovery_code: z.optional(recoveryCodeField),
    })
    .check(
      z.refine(({ totp, recovery_code: spare }) => (totp === undefined) !== (spare === undefined), {
        path: ['totp'],
        error: 'required',
      }),
    ),
  reply: sessionSchema,
})

const PATH = '/backoffice/second-factor'
const ours = { permission: 'second-factor.manage', auth: 'required' } as const

/** It still is the account's owner: a code of the app, without one the password; neither within minutes of a sign-in. */
const proof = z.object({ password: z.optional(typedPassword), totp: z.optional(totpCodeField) })
export type Proof = z.infer<typeof proof>
const proven = { ...ours, body: proof } as const

/** The codes are shown once: they are stored as hashes. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactorSchema = z.object({
  totp: z.boolean(),
  recovery_codes_left: z.number(),
  is_due: z.boolean(),
  has_password: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const getSecondFactor = defineEndpoint(`GET ${PATH}`, {
  summary: 'The current administrator’s second factor.',
  ...ours,
  reply: secondFactorSchema,
})

export const beginTotp = defineEndpoint(`POST ${PATH}/totp`, {
  summary: 'A new secret for an authenticator app. It counts once a code of it was confirmed.',
  ...proven,
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = defineEndpoint(`POST ${PATH}/totp/confirm`, {
  summary: 'Turns the authenticator app on. With it come recovery codes, and all other sessions end.',
  ...ours,
  body: z.object({ code: totpCodeField }),
  reply: recoveryCodes,
})

export const removeTotp = defineEndpoint(`POST ${PATH}/totp/remove`, {
  summary: 'Turns the authenticator app off. With it go the recovery codes.',
  ...proven,
})

export const makeRecoveryCodes = defineEndpoint(`POST ${PATH}/recovery-codes`, {
  summary: 'New recovery codes; those before are worth nothing any more.',
  ...proven,
  reply: recoveryCodes,
})

export const resetUserSecondFactor = defineEndpoint('POST /backoffice/users/{id}/second-factor/reset', {
  summary: 'Remove a colleague’s second factor, who has lost it; their sessions end, and a mail tells them.',
  ...proven,
  permission: 'back-office.use',
})
