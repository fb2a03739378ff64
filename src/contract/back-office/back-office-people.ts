import * as z from 'zod/mini'
import { EMAIL_MAX } from '@/domain/submissions/submission-limits'
import { emailSchema } from '@/domain/accounts/account'
import { EVENT_STATUSES } from '@/domain/events/event'
import { ROLES } from '@/domain/accounts/permission'
import { ownSessionSchema, roleSchema } from '@/contract/accounts/auth'
import { defineStaffEndpoint } from '@/contract/endpoint'
import { epochSeconds, pageNumber, pageOf, perPage, uuid } from '@/contract/envelope'
import { photoFields, linkSchema } from '@/contract/events/events'
import { organiserTextsSchema, organiserWriteSchema } from '@/domain/organisers/organiser'

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

export const listUsers = defineStaffEndpoint('GET /backoffice/users', {
  summary: 'Registered people, the newest first; `search` is in name or address, or is the id.',
  query: z.extend(paging, { search: z.optional(searched), role: z.optional(z.enum(ROLES, 'invalid')) }),
  reply: pageOf(backOfficeUserSchema),
})

export const countUsers = defineStaffEndpoint('GET /backoffice/users/count-by-role', {
  summary: 'How many people have each role.',
  reply: z.object({ users: z.number(), admins: z.number() }),
})

export const getUser = defineStaffEndpoint('GET /backoffice/users/{id}', {
  summary: 'One registered person.',
  reply: backOfficeUserSchema,
})

export const changeRole = defineStaffEndpoint('PUT /backoffice/users/{id}/role', {
  summary: 'Promote or demote somebody else; there is always one administrator left.',
  body: z.object({ role: z.enum(ROLES, 'invalid') }),
  reply: backOfficeUserSchema,
})

export const suspendUser = defineStaffEndpoint('POST /backoffice/users/{id}/suspend', {
  summary: 'Keep somebody else from signing in; ends their sessions and push subscriptions.',
  reply: backOfficeUserSchema,
})

export const reinstateUser = defineStaffEndpoint('POST /backoffice/users/{id}/reinstate', {
  summary: 'Let somebody who was suspended sign in again.',
  reply: backOfficeUserSchema,
})

export const endUserSessions = defineStaffEndpoint('DELETE /backoffice/users/{id}/sessions', {
  summary: 'End the sessions of a person, but for the one that this is called in.',
  reply: z.object({ ended: z.number() }),
})

export const endUserSession = defineStaffEndpoint('DELETE /backoffice/users/{id}/sessions/{session_id}', {
  summary: 'End one session of a person, but for the one that this is called in.',
  params: z.object({ id: uuid, session_id: uuid }),
})

export const sendUserPasswordReset = defineStaffEndpoint('POST /backoffice/users/{id}/password-reset', {
  summary: 'Mail a person a link that sets a new password.',
})

/** The id of an account, or an address: who submits, writes or subscribes without an account is a person, too. */
const who = z.union([uuid, z.pipe(emailSchema, z.string().check(z.toLowerCase()))])
const timed = { created_at: epochSeconds }

export const MAIL_STATES = ['sent', 'waiting', 'failed'] as const

export const personSchema = z.object({
  email: z.string(),
  user: z.nullable(backOfficeUserSchema),
  /** Somebody has registered with the address and not confirmed it. */
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

export const getPerson = defineStaffEndpoint('GET /backoffice/person', {
  summary: 'Everything about a person, by the id of an account or by an address.',
  query: z.object({ who }),
  reply: personSchema,
})

export const listAddresses = defineStaffEndpoint('GET /backoffice/addresses', {
  summary: 'Addresses that have it and belong to no account.',
  query: z.object({ search: searched }),
  reply: z.object({ items: z.array(z.object({ email: z.string() })) }),
})

export const exportPerson = defineStaffEndpoint('POST /backoffice/person/export', {
  summary: 'A zip of everything about a person: `data.json` and their photos.',
  body: z.object({ who }),
  repliesBytes: 'application/zip',
})

export const erasePerson = defineStaffEndpoint('POST /backoffice/person/erase', {
  summary: 'Erase somebody else. Published events stay, without owner and address; others go.',
  body: z.object({ who }),
})

export const removeWeekSubscriber = defineStaffEndpoint('DELETE /backoffice/week-subscribers/{id}', {
  summary: 'End the week by mail of an address.',
})

const backOfficeDeviceSchema = z.object({
  id: z.string(),
  device_id: z.string(),
  device_token: z.string(),
  created_at: epochSeconds,
  updated_at: epochSeconds,
})
export type BackOfficeDevice = z.infer<typeof backOfficeDeviceSchema>

export const listDevices = defineStaffEndpoint('GET /backoffice/devices', {
  summary: 'Devices registered for notifications, the newest first.',
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

export const listNotifications = defineStaffEndpoint('GET /backoffice/notifications', {
  summary: 'Notifications that were made, the newest first.',
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

export const getUserOrganiser = defineStaffEndpoint('GET /backoffice/users/{id}/organiser', {
  summary: 'The page of an account as an organiser; null where it is not marked as one.',
  reply: z.object({ organiser: z.nullable(backOfficeOrganiserSchema) }),
})

export const setUserOrganiser = defineStaffEndpoint('PUT /backoffice/users/{id}/organiser', {
  summary: 'Mark an account as an organiser, or edit its page. The first name makes its address.',
  body: organiserWriteSchema,
  reply: backOfficeOrganiserSchema,
  carriesPhoto: true,
})

export const removeUserOrganiser = defineStaffEndpoint('DELETE /backoffice/users/{id}/organiser', {
  summary: 'Take the mark and the page from an account. Its events stay.',
})
