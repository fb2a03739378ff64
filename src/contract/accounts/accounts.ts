import * as z from 'zod/mini'
import { PROFILE_NAME_MAX, emailSchema, newPassword, typedPassword } from '@/domain/accounts/account'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { sessionSchema, openSession } from './auth'
import { defineEndpoint } from '@/contract/endpoint'
import { emptyReply } from '@/contract/envelope'
import { oneLine, requiredLine, requiredText, maxCharacters } from '@/domain/text/text-fields'

const mailToken = requiredText(200)

const code = requiredText(2048, 'text_too_long')

const nonce = z.optional(z.string('invalid').check(z.minLength(16, 'invalid'), z.maxLength(200, 'invalid')))

const written = ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS'] as const
const mailing = [...written, 'PROOF_REQUIRED'] as const

export const register = defineEndpoint('POST /auth/register', {
  summary:
    'Open an account. The response is alike whether or not the address is known; a mail informs its owner.',
  ...openSession,
  body: z.strictObject({
    email: emailSchema,
    password: newPassword,
    name: requiredLine(PROFILE_NAME_MAX, 'name_too_long'),
  }),
  reply: emptyReply,
  status: 201,
  errors: [...mailing, 'INSUFFICIENT_STORAGE'],
})

const byProvider = [
  ...written,
  'UNAUTHENTICATED',
  'EMAIL_NOT_CONFIRMED',
  'FORBIDDEN',
  'ACCOUNT_SUSPENDED',
  'SECOND_FACTOR_REQUIRED',
  'NOT_FOUND',
  'CONFLICT',
  'UNAVAILABLE',
] as const

export const loginWithApple = defineEndpoint('POST /auth/apple/login', {
  summary: 'Sign in with the first provider. Its name is only known at the very first login.',
  ...openSession,
  body: z.strictObject({
    authorization_code: code,
    email: z.optional(z.string('email_invalid').check(z.maxLength(EMAIL_MAX, 'email_invalid'))),
    name: z.optional(z.string('invalid').check(oneLine(), maxCharacters(PROFILE_NAME_MAX, 'name_too_long'))),
    nonce,
  }),
  reply: sessionSchema,
  errors: byProvider,
})

export const loginWithGoogle = defineEndpoint('POST /auth/google/login', {
  summary: 'Sign in with the second provider.',
  ...openSession,
  body: z.strictObject({
    code,
    /** The verifier of the PKCE challenge that the sign-in began with (RFC 7636 4.1). */
    code_verifier: z.optional(z.string('invalid').check(z.regex(/^[\w.~-]{43,128}$/, 'invalid'))),
    nonce,
  }),
  reply: sessionSchema,
  errors: byProvider,
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
  errors: [],
})
export type SignInProviders = z.infer<typeof listSignInProviders.reply>

export const confirmEmail = defineEndpoint('POST /auth/confirm-email', {
  summary:
    'Confirm the address that the mail was sent to. A link whose address is confirmed already gets the same response.',
  ...openSession,
  body: z.strictObject({
    token: mailToken,
    /** Our page asks for it; a wrong one confirms nothing, and the link stays. */
    password: z.optional(typedPassword),
  }),
  reply: emptyReply,
  errors: [...written, 'NOT_FOUND'],
})

export const requestPasswordReset = defineEndpoint('POST /user/password/reset', {
  summary: 'Send reset instructions. The response is the same whether or not the address is known.',
  ...openSession,
  body: z.strictObject({ email: emailSchema }),
  reply: emptyReply,
  errors: mailing,
})

export const validateResetToken = defineEndpoint('POST /user/password/reset/validate-token', {
  summary: 'Whether a reset link still works.',
  ...openSession,
  body: z.strictObject({ token: mailToken }),
  reply: z.object({ valid: z.boolean() }),
  errors: written,
})

export const confirmPasswordReset = defineEndpoint('POST /user/password/reset/confirm', {
  summary: 'Set a new password with a reset link; every session of the account ends.',
  ...openSession,
  body: z.strictObject({ token: mailToken, new_password: newPassword }),
  reply: emptyReply,
  errors: [...written, 'NOT_FOUND'],
})

export const revokeResetToken = defineEndpoint('POST /user/password/reset/revoke-token', {
  summary: 'Make a reset link useless ("it was not me"). The response is the same for an unknown one.',
  ...openSession,
  body: z.strictObject({ token: mailToken }),
  reply: emptyReply,
  errors: written,
})
