import * as z from 'zod/mini'
import { typedAddressSchema, typedPassword } from '@/domain/accounts/account'
import { ROLES } from '@/domain/accounts/permission'
import type { Role } from '@/domain/accounts/permission'
import { defineEndpoint } from '@/contract/endpoint'
import { completed, epochSeconds, emptyReply, idParams } from '@/contract/envelope'
import { requiredText } from '@/domain/text/text-fields'

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
  body: z.strictObject({
    email: typedAddressSchema,
    password: typedPassword,
  }),
  reply: sessionSchema,
  errors: [
    'MALFORMED_REQUEST',
    'VALIDATION_FAILED',
    'INVALID_CREDENTIALS',
    'EMAIL_NOT_CONFIRMED',
    'SECOND_FACTOR_REQUIRED',
    'ACCOUNT_SUSPENDED',
    'TOO_MANY_REQUESTS',
    'PROOF_REQUIRED',
  ],
})

export const refresh = defineEndpoint('POST /auth/refresh', {
  summary: 'Exchange a refresh token for a new pair; the old one works until its successor has been used.',
  ...openSession,
  body: z.strictObject({
    refresh_token: requiredText(200),
  }),
  /** A server may leave the user out: then it is the one before. */
  reply: z.object({ ...tokens, user: z.optional(userSchema) }),
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})

export const logout = defineEndpoint('POST /auth/logout', {
  summary:
    'End the session of a refresh token, or without one that of the access token. The response is the same when it had ended.',
  permission: 'session.open',
  auth: 'lenient',
  body: z.strictObject({
    refresh_token: z.optional(requiredText(200)),
    /** The SHA-256 of the token in its place, base64url, of which a device can keep a copy that opens nothing. */
    refresh_token_digest: z.optional(z.string('invalid').check(z.regex(/^[\w-]{43}$/, 'invalid'))),
  }),
  reply: z.object({}),
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED'],
})

const own = ['UNAUTHENTICATED'] as const

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
  errors: own,
})

export const endSession = defineEndpoint('DELETE /profile/sessions/{id}', {
  summary: 'Sign the current user out on one device.',
  ...ownProfile,
  params: idParams,
  reply: emptyReply,
  errors: [...own, 'NOT_FOUND'],
})

export const endOtherSessions = defineEndpoint('DELETE /profile/sessions', {
  summary: 'Sign the current user out everywhere else.',
  ...ownProfile,
  reply: emptyReply,
  errors: [...own, 'TOO_MANY_REQUESTS'],
})
