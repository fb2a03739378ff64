import * as z from 'zod/mini'
import { emailSchema } from '@/domain/accounts/account'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import { eventUpdateSchema } from '@/domain/submissions/submission'
import { defineEndpoint } from '@/contract/endpoint'
import { emptyReply, idParams, villageDay } from '@/contract/envelope'
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
  summary:
    'Change an event by the link of its mail or by its account: at once while it is on review; a rejected one is submitted again; of a published one it is a proposal, which replaces an earlier one. 409 when `revision` is not the newest.',
  ...byOrganiser,
  params: idParams,
  body: organisersChangeSchema,
  reply: z.object({
    id: z.string(),
    is_proposal: z.boolean(),
  }),
  errors: ['GONE', 'CONFLICT'],
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
  summary:
    'Say by the link of its mail or by its account that a published event, or one village day of it, is cancelled or sold out: at once, without a note.',
  ...byOrganiser,
  params: idParams,
  body: organisersStateSchema,
  reply: z.object({ id: z.string() }),
  errors: ['GONE', 'CONFLICT'],
  idempotent: true,
})

export const requestManageLink = defineEndpoint('POST /events/{id}/manage-link', {
  summary:
    'Mail the link again, if this is the contact address of an event without an account, or of one whose account has that address. The response is the same in any case.',
  permission: 'manage-page.use',
  auth: 'none',
  params: idParams,
  body: z.object({ email: emailSchema }),
  reply: emptyReply,
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
  summary:
    'An event as its organiser may change it, by the token out of the mail or by its account. A POST, so that no address holds the token.',
  ...byOrganiser,
  params: idParams,
  body: z.object({ token }),
  reply: managedEventSchema,
  errors: ['GONE'],
})
