import * as z from 'zod/mini'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { emailSchema } from '@/domain/accounts/account'
import { EVENT_STATUSES } from '@/domain/events/event'
import { ROLES } from '@/domain/accounts/permission'
import { ownSessionSchema, roleSchema } from '@/contract/accounts/auth'
import { defineEndpoint } from '@/contract/endpoint'
import { epochSeconds, idParams, pageNumber, pageOf, perPage, emptyReply, uuid } from '@/contract/envelope'
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
  /** Of administrators. */
  has_second_factor: z.optional(z.boolean()),
  created_at: epochSeconds,
  updated_at: epochSeconds,
})
export type BackOfficeUser = z.infer<typeof backOfficeUserSchema>

const searched = z.string().check(z.maxLength(EMAIL_MAX, 'text_too_long'))

export const listUsers = defineEndpoint('GET /backoffice/users', {
  summary:
    'Registered people, the newest first; with `search` those whose name or address has it, or whose id it is.',
  ...backOffice,
  query: z.extend(paging, {
    search: z.optional(searched),
    role: z.optional(z.enum(ROLES, 'invalid')),
  }),
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

export const endUserSession = defineEndpoint('DELETE /backoffice/users/{id}/sessions/{session_id}', {
  summary: 'End one session of a person, but for the one that this is called in.',
  ...backOffice,
  params: z.object({ id: uuid, session_id: uuid }),
  reply: emptyReply,
  errors: ['CONFLICT'],
})

export const sendUserPasswordReset = defineEndpoint('POST /backoffice/users/{id}/password-reset', {
  summary: 'Mail a person a link that sets a new password.',
  ...backOffice,
  params: idParams,
  reply: emptyReply,
})

/** The id of an account, or an address: who submits, writes or subscribes without an account is a person, too. */
const who = z.union([uuid, z.pipe(emailSchema, z.string().check(z.toLowerCase()))])
const timed = { created_at: epochSeconds }

export const MAIL_STATES = ['sent', 'waiting', 'failed'] as const

export const personSchema = z.object({
  email: z.string(),
  user: z.nullable(backOfficeUserSchema),
  /** Whether somebody has registered with the address and not confirmed it. */
  is_registering: z.boolean(),
  sessions: z.array(ownSessionSchema),
  /** The newest five, and how many there are. */
  events: z.object({
    total: z.number(),
    items: z.array(z.object({ id: z.string(), title: z.string(), status: z.enum(EVENT_STATUSES), ...timed })),
  }),
  messages: z.array(
    z.object({ id: z.string(), topic: z.string(), message: z.string(), is_done: z.boolean(), ...timed }),
  ),
  week_mail: z.nullable(
    z.object({
      id: z.string(),
      locale: z.string(),
      tag_keys: z.array(z.string()),
      confirmed_at: epochSeconds,
    }),
  ),
  /** Browsers that are told of reviews, each with the number of its reminders. */
  push_subscriptions: z.array(z.object({ id: z.string(), reminders: z.number(), ...timed })),
  devices: z.array(z.object({ id: z.string(), device_id: z.string(), ...timed })),
  /** As long as the queue keeps them: the newest first. A decision names nobody any more once it was sent. */
  mails: z.array(
    z.object({ id: z.string(), template: z.string(), state: z.enum(MAIL_STATES), at: epochSeconds }),
  ),
})
export type Person = z.infer<typeof personSchema>

export const getPerson = defineEndpoint('GET /backoffice/person', {
  summary: 'Everything about a person, by the id of an account or by an address.',
  ...backOffice,
  query: z.object({ who }),
  reply: personSchema,
  errors: ['NOT_FOUND'],
})

export const listAddresses = defineEndpoint('GET /backoffice/addresses', {
  summary:
    'Addresses that have it and belong to no account: of submissions, support messages, subscriptions and registrations.',
  ...backOffice,
  query: z.object({ search: searched }),
  reply: z.object({ items: z.array(z.object({ email: z.string() })) }),
})

export const exportPerson = defineEndpoint('POST /backoffice/person/export', {
  summary: 'A zip of everything about a person: `data.json` and their photos.',
  ...backOffice,
  body: z.object({ who }),
  reply: emptyReply,
  repliesBytes: 'application/zip',
  errors: ['NOT_FOUND'],
})

export const erasePerson = defineEndpoint('POST /backoffice/person/erase', {
  summary:
    'Erase somebody else: account, messages, subscriptions, mails, and events that are not published. Published ones stay, without owner and address.',
  ...backOffice,
  body: z.object({ who }),
  reply: emptyReply,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const removeWeekSubscriber = defineEndpoint('DELETE /backoffice/week-subscribers/{id}', {
  summary: 'End the week by mail of an address.',
  ...backOffice,
  params: idParams,
  reply: emptyReply,
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
