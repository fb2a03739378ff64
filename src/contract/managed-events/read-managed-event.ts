import * as z from 'zod/mini'
import { backOfficeEventSchema } from '../back-office/back-office-events'
import { defineEndpoint } from '../endpoint'
import { idParams } from '../envelope'
import { byLink, linkErrors, manageToken } from './managed-writes'

/** An event as its organiser sees it. No address: the mail may have been forwarded. The photo is there once it is published. */
const managedEventSchema = z.extend(
  z.omit(backOfficeEventSchema, { email: true, user_id: true, imported_from: true, duplicates: true }),
  {
    /** The revision of its last edit: what was written over an older one comes too late. */
    edited_revision: z.number(),
    /** Why it was rejected, in the words of the team. */
    review_reason: z.optional(z.string()),
    /** The last photo that the organiser sent, which nobody of the team has looked at. */
    is_photo_withheld: z.optional(z.boolean()),
  },
)
export type ManagedEvent = z.infer<typeof managedEventSchema>

export const readManagedEvent = defineEndpoint({
  name: 'readManagedEvent',
  method: 'POST',
  path: '/events/{id}/manage',
  summary:
    'An event as its organiser may change it, by the token out of the mail. A POST, so that no address holds the token.',
  ...byLink,
  params: idParams,
  body: z.strictObject({ token: manageToken }),
  reply: managedEventSchema,
  status: 200,
  errors: linkErrors,
})
