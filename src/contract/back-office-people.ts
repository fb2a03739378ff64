import * as z from 'zod/mini'
import { ROLES } from '@/domain/permission'
import { defineEndpoint } from './endpoint'
import { epochSeconds, idParams, pageNumber, pageOf, perPage } from './envelope'

const refusals = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const paging = z.object({ page: pageNumber, per_page: perPage(20) })
const listErrors = [...refusals, 'VALIDATION_FAILED'] as const

export const backOfficeUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  created_at: epochSeconds,
  updated_at: epochSeconds,
})
export type BackOfficeUser = z.infer<typeof backOfficeUserSchema>

export const listUsers = defineEndpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/backoffice/users',
  summary: 'Registered people, the newest first.',
  permission: 'back-office.use',
  auth: 'required',
  query: paging,
  reply: pageOf(backOfficeUserSchema),
  status: 200,
  errors: listErrors,
})

export const countUsers = defineEndpoint({
  name: 'countUsers',
  method: 'GET',
  path: '/backoffice/users/count-by-role',
  summary: 'How many people have each role.',
  permission: 'back-office.use',
  auth: 'required',
  reply: z.object({ users: z.number(), admins: z.number() }),
  status: 200,
  errors: refusals,
})

export const getUser = defineEndpoint({
  name: 'getUser',
  method: 'GET',
  path: '/backoffice/users/{id}',
  summary: 'One registered person.',
  permission: 'back-office.use',
  auth: 'required',
  params: idParams,
  reply: backOfficeUserSchema,
  status: 200,
  errors: [...refusals, 'NOT_FOUND'],
})

export const listDevices = defineEndpoint({
  name: 'listDevices',
  method: 'GET',
  path: '/backoffice/devices',
  summary: 'Devices registered for notifications, the newest first.',
  permission: 'back-office.use',
  auth: 'required',
  query: paging,
  reply: pageOf(
    z.object({
      id: z.string(),
      device_id: z.string(),
      device_token: z.string(),
      created_at: epochSeconds,
      updated_at: epochSeconds,
    }),
  ),
  status: 200,
  errors: listErrors,
})

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/backoffice/notifications',
  summary: 'Notifications that were made, the newest first.',
  permission: 'back-office.use',
  auth: 'required',
  query: paging,
  reply: pageOf(
    z.object({
      id: z.string(),
      title: z.string(),
      body: z.string(),
      data: z.record(z.string(), z.unknown()),
      created_at: epochSeconds,
      updated_at: epochSeconds,
    }),
  ),
  status: 200,
  errors: listErrors,
})
