import * as z from 'zod/mini'
import { PASSWORD_MAX, passwordOr } from '@/domain/accounts/password'
import { oneLine } from '@/domain/text/plain-text'
import { profileName } from '@/domain/accounts/profile'
import { roleSchema, sessionSchema } from './auth'
import { defineEndpoint } from '../endpoint'
import { completed, emptyReply, epochSeconds, replyOrNothing } from '../envelope'

const own = ['UNAUTHENTICATED'] as const
const written = ['UNAUTHENTICATED', 'MALFORMED_REQUEST', 'VALIDATION_FAILED'] as const

export const profileSchema = completed(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    created_at: epochSeconds,
    updated_at: epochSeconds,
    isAppleConnected: z.boolean(),
    isGoogleConnected: z.boolean(),
    /** False for who has only ever signed in with a provider. */
    hasPassword: z.optional(z.boolean()),
  }),
  ({ email }) => ({ id: email, role: 'USER', created_at: 0, updated_at: 0 }),
)
export type Profile = z.infer<typeof profileSchema>

export const getProfile = defineEndpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/profile/me',
  summary: 'The current user’s own profile.',
  permission: 'profile.manage',
  auth: 'required',
  reply: profileSchema,
  status: 200,
  errors: own,
})

export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/profile/me',
  summary: 'Change the current user’s name.',
  permission: 'profile.manage',
  auth: 'required',
  body: z.strictObject({
    name: profileName,
  }),
  reply: replyOrNothing(profileSchema),
  status: 200,
  errors: written,
})

export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/profile/password',
  summary:
    'Change the current user’s password. All their sessions end, also the one of this call; the reply has a new one.',
  permission: 'profile.manage',
  auth: 'required',
  body: z.strictObject({
    old_password: z
      .string('required')
      .check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password_too_long')),
    new_password: passwordOr('new_password_too_short'),
  }),
  /** A server that ends no session returns none. */
  reply: z.object({ session: z.optional(sessionSchema) }),
  status: 200,
  errors: [...written, 'TOO_MANY_REQUESTS'],
})

const deviceText = z
  .string('required')
  .check(oneLine(), z.minLength(1, 'required'), z.maxLength(512, 'text_too_long'))

export const setAppleDevice = defineEndpoint({
  name: 'setAppleDevice',
  method: 'POST',
  path: '/user/set-apple-device',
  summary: 'Register the current user’s device for notifications; one row a device, updated in place.',
  permission: 'profile.manage',
  auth: 'required',
  body: z.strictObject({ device_id: deviceText, device_token: deviceText }),
  reply: emptyReply,
  status: 200,
  errors: [...written, 'TOO_MANY_REQUESTS'],
})
