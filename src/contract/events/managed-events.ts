import * as z from 'zod/mini'
import { PHOTO_ERRORS } from '@/contract/errors'
import { emailSchema } from '@/domain/accounts/account'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import { eventUpdateSchema } from '@/domain/submissions/submission'
import { defineEndpoint } from '@/contract/endpoint'
import { emptyReply, idParams, villageDay } from '@/contract/envelope'
import { backOfficeEventSchema } from '@/contract/back-office/back-office-events'
import { requiredText } from '@/domain/text/text-fields'

const TOKEN_MAX = 200
export const manageToken = requiredText(TOKEN_MAX)

export const byLink = { permission: 'event.manage-by-link', auth: 'none' } as const

/** 404 for a token that is wrong or dead, 410 once the last date is over for thirty days. */
export const linkErrors = [
  'MALFORMED_REQUEST',
  'NOT_FOUND',
  'GONE',
  'VALIDATION_FAILED',
  'TOO_MANY_REQUESTS',
] as const

const written = [...linkErrors, 'CONFLICT', 'REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const

/** The content of an event as its organiser sends it. `photo`: null removes it; absent leaves the one that the organiser sent last. */
export const organisersChangeSchema = z.strictObject({
  ...z.omit(eventUpdateSchema, { revision: true }).shape,
  token: manageToken,
  revision: z.number('required').check(z.int('invalid')),
})

export const updateManagedEvent = defineEndpoint('PUT /events/{id}/manage', {
  summary:
    'Change an event by the link of its mail: at once while it is on review; of a published one it is a proposal, which replaces an earlier one. 409 when `revision` is not the newest.',
  ...byLink,
  params: idParams,
  body: organisersChangeSchema,
  reply: z.object({
    id: z.string(),
    is_proposal: z.boolean(),
  }),
  errors: [...written, ...PHOTO_ERRORS],
  idempotent: true,
  carriesPhoto: true,
})

const organisersState = z.nullable(z.enum(ORGANISERS_STATES, 'invalid'))

/** `state: null` takes back what the organiser said. `seen`: what the organiser was shown; anything else by now is 409, unless it is what is asked for. */
export const stateByLinkSchema = z.strictObject({
  token: manageToken,
  state: organisersState,
  day: z.optional(villageDay),
  seen: z.nullable(z.string('invalid').check(z.maxLength(TOKEN_MAX, 'invalid'))),
})

export const setManagedState = defineEndpoint('PUT /events/{id}/manage/state', {
  summary:
    'Say by the link of its mail that a published event, or one village day of it, is cancelled or sold out: at once, without a note.',
  ...byLink,
  params: idParams,
  body: stateByLinkSchema,
  reply: z.object({ id: z.string() }),
  errors: written,
  idempotent: true,
})

export const requestManageLink = defineEndpoint('POST /events/{id}/manage-link', {
  summary:
    'Mail the link again, if this is the contact address of an event without an account. The response is the same in any case.',
  ...byLink,
  params: idParams,
  body: z.strictObject({ email: emailSchema }),
  reply: emptyReply,
  status: 202,
  errors: ['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS', 'PROOF_REQUIRED'],
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
    'An event as its organiser may change it, by the token out of the mail. A POST, so that no address holds the token.',
  ...byLink,
  params: idParams,
  body: z.strictObject({ token: manageToken }),
  reply: managedEventSchema,
  errors: linkErrors,
})
