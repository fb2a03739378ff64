import * as z from 'zod/mini'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { ROLES } from '@/domain/accounts/permission'
import { roleSchema } from '@/contract/accounts/auth'
import { defineEndpoint } from '@/contract/endpoint'
import { epochSeconds, idParams, pageNumber, pageOf, perPage, emptyReply } from '@/contract/envelope'
import { photoFields, linkSchema } from '@/contract/events/events'
import { organiserTextsSchema, organiserWriteSchema } from '@/domain/organisers/organiser'

export const backOffice = { permission: 'back-office.use', auth: 'required' } as const

const paging = z.object({ page: pageNumber, per_page: perPage(20) })

const backOfficeUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  suspended_at: z.optional(epochSeconds),
  created_at: epochSeconds,
  updated_at: epochSeconds,
})
export type BackOfficeUser = z.infer<typeof backOfficeUserSchema>

export const listUsers = defineEndpoint('GET /backoffice/users', {
  summary: 'Registered people, the newest first; with `search` those whose name or address has it.',
  ...backOffice,
  query: z.extend(paging, { search: z.optional(z.string().check(z.maxLength(EMAIL_MAX, 'text_too_long'))) }),
  reply: pageOf(backOfficeUserSchema),
})

export const countUsers = defineEndpoint('GET /backoffice/users/count-by-role', {
  summary: 'How many people have each role.',
  ...backOffice,
  reply: z.object({ users: z.number(), admins: z.number() }),
})

export const getUser = defineEndpoint('GET /backoffice/users/{id}', {
  summary: 'One registered person.',
  ...backOffice,
  params: idParams,
  reply: backOfficeUserSchema,
})

export const changeRole = defineEndpoint('PUT /backoffice/users/{id}/role', {
  summary: 'Promote or demote somebody else; there is always one administrator left.',
  ...backOffice,
  params: idParams,
  body: z.object({ role: z.enum(ROLES, 'invalid') }),
  reply: backOfficeUserSchema,
  errors: ['CONFLICT'],
})

export const suspendUser = defineEndpoint('POST /backoffice/users/{id}/suspend', {
  summary: 'Keep somebody else from signing in; ends their sessions and push subscriptions.',
  ...backOffice,
  params: idParams,
  reply: backOfficeUserSchema,
  errors: ['CONFLICT'],
})

export const reinstateUser = defineEndpoint('POST /backoffice/users/{id}/reinstate', {
  summary: 'Let somebody who was suspended sign in again.',
  ...backOffice,
  params: idParams,
  reply: backOfficeUserSchema,
})

export const endUserSessions = defineEndpoint('DELETE /backoffice/users/{id}/sessions', {
  summary: 'End the sessions of a person, but for the one that this is called in.',
  ...backOffice,
  params: idParams,
  reply: z.object({ ended: z.number() }),
})

const backOfficeDeviceSchema = z.object({
  id: z.string(),
  device_id: z.string(),
  device_token: z.string(),
  created_at: epochSeconds,
  updated_at: epochSeconds,
})
export type BackOfficeDevice = z.infer<typeof backOfficeDeviceSchema>

export const listDevices = defineEndpoint('GET /backoffice/devices', {
  summary: 'Devices registered for notifications, the newest first.',
  ...backOffice,
  query: paging,
  reply: pageOf(backOfficeDeviceSchema),
})

const backOfficeNotificationSchema = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.unknown()),
  created_at: epochSeconds,
  updated_at: epochSeconds,
})
export type BackOfficeNotification = z.infer<typeof backOfficeNotificationSchema>

export const listNotifications = defineEndpoint('GET /backoffice/notifications', {
  summary: 'Notifications that were made, the newest first.',
  ...backOffice,
  query: paging,
  reply: pageOf(backOfficeNotificationSchema),
})

export const backOfficeOrganiserSchema = z.object({
  slug: z.string(),
  name: z.string(),
  texts: organiserTextsSchema,
  links: z.array(linkSchema),
  ...photoFields,
  revision: z.number(),
})
export type BackOfficeOrganiser = z.infer<typeof backOfficeOrganiserSchema>

const ofUser = { ...backOffice, params: idParams } as const

export const getUserOrganiser = defineEndpoint('GET /backoffice/users/{id}/organiser', {
  ...ofUser,
  summary: 'The page of an account as an organiser; null where it is not marked as one.',
  reply: z.object({ organiser: z.nullable(backOfficeOrganiserSchema) }),
})

export const setUserOrganiser = defineEndpoint('PUT /backoffice/users/{id}/organiser', {
  ...ofUser,
  summary:
    'Mark an account as an organiser, or edit its page. The first name makes its address, which stays. 409 when `revision` is not the newest.',
  body: organiserWriteSchema,
  reply: backOfficeOrganiserSchema,
  errors: ['CONFLICT'],
  carriesPhoto: true,
})

export const removeUserOrganiser = defineEndpoint('DELETE /backoffice/users/{id}/organiser', {
  ...ofUser,
  summary: 'Take the mark and the page from an account. Its events stay.',
  reply: emptyReply,
})
