import * as z from 'zod/mini'
import { passwordOr, profileName, typedPassword } from '@/domain/accounts/account'
import { defineEndpoint } from '@/contract/endpoint'
import { completed, epochSeconds, replyOrNothing } from '@/contract/envelope'
import { roleSchema, sessionSchema, ownProfile } from './auth'
import { requiredLine } from '@/domain/text/text-fields'

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

export const getProfile = defineEndpoint('GET /profile/me', {
  summary: 'The current user’s own profile.',
  ...ownProfile,
  reply: profileSchema,
})

export const updateProfile = defineEndpoint('PUT /profile/me', {
  summary: 'Change the current user’s name.',
  ...ownProfile,
  body: z.object({
    name: profileName,
  }),
  reply: replyOrNothing(profileSchema),
})

export const changePassword = defineEndpoint('PUT /profile/password', {
  summary: 'Change the current user’s password. All sessions end; the reply has a new one.',
  ...ownProfile,
  body: z.object({
    old_password: typedPassword,
    new_password: passwordOr('new_password_too_short'),
  }),
  reply: z.object({ session: z.optional(sessionSchema) }),
})

const deviceText = requiredLine(512, 'text_too_long')

export const setAppleDevice = defineEndpoint('POST /user/set-apple-device', {
  summary: 'Register the current user’s device for notifications; one row a device, updated in place.',
  ...ownProfile,
  body: z.object({ device_id: deviceText, device_token: deviceText }),
})

/** A sign-in with a provider counts as fresh for this long: it may stand in for a password. */
export const FRESH_SIGN_IN_SECONDS = 5 * 60

export const exportAccount = defineEndpoint('GET /profile/export', {
  summary: 'Everything that is stored about the current user: a zip of `data.json` and their photos.',
  ...ownProfile,
  repliesBytes: 'application/zip',
})

export const deleteAccount = defineEndpoint('POST /profile/delete', {
  summary: 'Delete the current user’s account. Published events stay, without owner; others go.',
  ...ownProfile,
  body: z.object({
    password: z.optional(typedPassword),
  }),
})
