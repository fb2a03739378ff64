import * as z from 'zod/mini'
import { emailSchema } from '@/domain/accounts/account'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import { eventUpdateSchema } from '@/domain/submissions/submission'
import { defineEndpoint } from '@/contract/endpoint'
import { villageDay } from '@/contract/envelope'
import { backOfficeEventSchema } from '@/contract/back-office/back-office-events'
import { requiredText } from '@/domain/text/text-fields'

const TOKEN_MAX = 200

/** By the link of a mail, or by the account of the event: whose it is not is told that there is none. */
const byOrganiser = { permission: 'manage-page.use', auth: 'optional' } as const
/** The token of the link. */
const token = z.optional(requiredText(TOKEN_MAX))

/** The content of an event as its organiser sends it. `photo`: null removes it; absent leaves the one that the organiser sent last. */
export const organisersChangeSchema = z.object({
  ...z.omit(eventUpdateSchema, { revision: true }).shape,
  token,
  revision: z.number('required').check(z.int('invalid')),
})

export const updateManagedEvent = defineEndpoint('PUT /events/{id}/manage', {
  summary: 'Change an event as its organiser; of a published one it is a proposal.',
  ...byOrganiser,
  body: organisersChangeSchema,
  reply: z.object({
    id: z.string(),
    is_proposal: z.boolean(),
  }),
  idempotent: true,
  carriesPhoto: true,
})

const organisersState = z.nullable(z.enum(ORGANISERS_STATES, 'invalid'))

/** `state: null` takes back what the organiser said. `seen`: what the organiser was shown; anything else by now is 409, unless it is what is asked for. */
export const organisersStateSchema = z.object({
  token,
  state: organisersState,
  day: z.optional(villageDay),
  seen: z.nullable(z.string('invalid').check(z.maxLength(TOKEN_MAX, 'invalid'))),
})

export const setManagedState = defineEndpoint('PUT /events/{id}/manage/state', {
  summary: 'Call off, as its organiser, a published event or one village day of it.',
  ...byOrganiser,
  body: organisersStateSchema,
  reply: z.object({ id: z.string() }),
  idempotent: true,
})

export const requestManageLink = defineEndpoint('POST /events/{id}/manage-link', {
  summary: 'Mail the organiser’s link again. The response is the same for every address.',
  permission: 'manage-page.use',
  auth: 'none',
  body: z.object({ email: emailSchema }),
  status: 202,
})

const managedEventSchema = z.extend(
  z.omit(backOfficeEventSchema, { email: true, user_id: true, imported_from: true, duplicates: true }),
  {
    edited_revision: z.number(),
    review_reason: z.optional(z.string()),
    is_photo_withheld: z.optional(z.boolean()),
  },
)
export type ManagedEvent = z.infer<typeof managedEventSchema>

export const readManagedEvent = defineEndpoint('POST /events/{id}/manage', {
  summary: 'An event as its organiser may change it. A POST, so that no address holds the token.',
  ...byOrganiser,
  body: z.object({ token }),
  reply: managedEventSchema,
})
