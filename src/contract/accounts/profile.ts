import * as z from 'zod/mini'
import { passwordOr, profileName, typedPassword } from '@/domain/accounts/account'
import { defineEndpoint } from '@/contract/endpoint'
import {
  completed,
  epochSeconds,
  replyOrNothing,
  pageNumber,
  pageOf,
  perPage,
  uuid,
} from '@/contract/envelope'
import { roleSchema, sessionSchema, ownProfile } from './auth'
import { requiredLine } from '@/domain/text/text-fields'
import { storedTimetable } from '@/contract/events/stored-timetable'
import { EVENT_STATUSES } from '@/domain/events/event'
import { statedFields, tagSchema } from '@/contract/events/events'

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

const ofOwnEvents = { permission: 'own-events.read', auth: 'required' } as const

const ownEventRow = z.object({
  id: z.string(),
  title: z.string(),
  location_name: z.string(),
  status: z.enum(EVENT_STATUSES),
  created_at: epochSeconds,
  review_reason: z.optional(z.string()),
})
export type OwnEventRow = z.infer<typeof ownEventRow>

export const listOwnEvents = defineEndpoint('GET /my-events', {
  summary: 'The current user’s submissions, the newest first; with `id` that one alone, if it is theirs.',
  ...ofOwnEvents,
  query: z.object({ page: pageNumber, per_page: perPage(10), id: z.optional(uuid) }),
  reply: pageOf(ownEventRow),
})

export const ownSubmissionSchema = z.extend(ownEventRow, {
  description: z.string(),
  email: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  ...statedFields,
  tags: z.array(tagSchema),
  timetable: storedTimetable,
  has_photo: z.boolean(),
  updated_at: epochSeconds,
})
export type OwnSubmission = z.infer<typeof ownSubmissionSchema>

export const getOwnEvent = defineEndpoint('GET /my-events/{id}', {
  summary: 'One of the current user’s submissions, as it was written.',
  ...ofOwnEvents,
  reply: ownSubmissionSchema,
})
