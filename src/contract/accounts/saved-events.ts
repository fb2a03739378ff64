import * as z from 'zod/mini'
import { MAX_TAPS } from '@/domain/saved/merge-taps'
import { defineEndpoint } from '../endpoint'
import { uuid, villageDay } from '../envelope'

/** The last tap on the heart of an event. */
export const savedTapSchema = z.object({
  event_id: uuid,
  /** The village day that was chosen of an event with several. */
  day: z.optional(villageDay),
  /** False where it was removed, which the other devices of the account are told. */
  is_saved: z.boolean(),
  /** Epoch milliseconds; what lies in the future counts as now. */
  tapped_at: z.int().check(z.minimum(0)),
})

const savedTaps = z.object({ items: z.array(savedTapSchema) })

export const listSavedEvents = defineEndpoint({
  name: 'listSavedEvents',
  method: 'GET',
  path: '/profile/saved',
  summary: 'What the current user has saved and removed on the devices that are kept alike.',
  permission: 'profile.manage',
  auth: 'required',
  reply: savedTaps,
  status: 200,
  errors: ['UNAUTHENTICATED'],
})

export const mergeSavedEvents = defineEndpoint({
  name: 'mergeSavedEvents',
  method: 'PUT',
  path: '/profile/saved',
  summary: 'Merge the taps of one device by event, the last one wins; replies with those of all devices.',
  permission: 'profile.manage',
  auth: 'required',
  body: z.strictObject({ items: z.array(savedTapSchema).check(z.maxLength(MAX_TAPS)) }),
  reply: savedTaps,
  status: 200,
  errors: ['UNAUTHENTICATED', 'MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS'],
})
