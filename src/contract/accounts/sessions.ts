import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint'
import { emptyReply, epochSeconds, idParams } from '../envelope'

const own = ['UNAUTHENTICATED'] as const

/** One device that is signed in. */
export const ownSessionSchema = z.object({
  id: z.string(),
  created_at: epochSeconds,
  /** The time of its last sign-in or refresh, up to a quarter of an hour late. */
  last_used_at: epochSeconds,
  expires_at: epochSeconds,
  /** The device's own description of itself. */
  user_agent: z.nullable(z.string()),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/profile/sessions',
  summary: 'Where the current user is signed in, the one used last first.',
  permission: 'profile.manage',
  auth: 'required',
  reply: z.object({ items: z.array(ownSessionSchema) }),
  status: 200,
  errors: own,
})

export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/profile/sessions/{id}',
  summary: 'Sign the current user out on one device.',
  permission: 'profile.manage',
  auth: 'required',
  params: idParams,
  reply: emptyReply,
  status: 200,
  errors: [...own, 'NOT_FOUND'],
})

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/profile/sessions',
  summary: 'Sign the current user out everywhere else.',
  permission: 'profile.manage',
  auth: 'required',
  reply: emptyReply,
  status: 200,
  errors: [...own, 'TOO_MANY_REQUESTS'],
})
