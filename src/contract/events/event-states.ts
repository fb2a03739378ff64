import * as z from 'zod/mini'
import { EVENT_STATES } from '@/domain/events/event-state'
import { villageDay } from '../envelope'

const state = z.enum(EVENT_STATES)

/** The state of an occurrence, or of an event as it is shown; absent where nothing is said of it (rules 4.9). */
export const stateFields = { state: z.optional(state), note: z.optional(z.string()) }

export const announcementSchema = z.object({ state, note: stateFields.note })

/**
 * All that is said of an event: as a whole, and of its village days to come, ordered by day. What holds on a day is
 * `announcementOn` of the domain.
 */
export const eventStatesSchema = z.object({
  whole: z.optional(announcementSchema),
  days: z.array(z.extend(announcementSchema, { day: villageDay })),
})
