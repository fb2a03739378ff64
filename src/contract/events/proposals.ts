import * as z from 'zod/mini'
import { epochSeconds } from '../envelope'
import { eventSchema, photoFields } from './events'
import { storedTimetable } from './stored-timetable'

/** The content of a proposal as it was stored: the rules of that day, which the form and the server apply again. */
const proposedContent = z.looseObject({
  title: z.string(),
  description: z.string(),
  location_name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  tag_keys: z.array(z.string()),
  timetable: storedTimetable,
  price: z.optional(z.nullable(z.number())),
  is_donation: z.optional(z.boolean()),
  info_url: z.optional(z.string()),
  info_links: z.optional(z.array(z.object({ type: z.string(), data: z.string() }))),
})

/** A change of a published event that its organiser proposes (rules 2.15). `base`: the event as it was changed. */
export const proposalSchema = z.object({
  id: z.string(),
  content: proposedContent,
  /** Another photo, or null for none; absent where the photo stays. Who has the link of the mail sees no picture. */
  photo: z.optional(z.nullable(z.object(photoFields))),
  base: z.extend(eventSchema, { timetable: storedTimetable }),
  created_at: epochSeconds,
})
export type Proposal = z.infer<typeof proposalSchema>
