import * as z from 'zod/mini'
import { EVENT_STATES } from '@/domain/events/event-state'

export const ACTIVITY_ACTIONS = [
  'event.approved',
  'event.rejected',
  'event.review-undone',
  'event.created',
  'event.edited',
  'event.state-set',
  'event.organiser-state-set',
  'event.proposal-approved',
  'event.proposal-rejected',
  'event.deleted',
  'event.imported',
  'tag.created',
  'tag.renamed',
  'tag.merged',
  'tag.deleted',
  'place.merged',
  'organiser.marked',
  'organiser.edited',
  'organiser.removed',
  'user.promoted',
  'user.demoted',
  'user.suspended',
  'user.reinstated',
  'user.sessions-ended',
  'user.password-reset-sent',
  'person.exported',
  'person.erased',
  'week-mail.removed',
  'contact-form.done',
  'contact-form.reopened',
  'contact-form.deleted',
  'second-factor.added',
  'second-factor.removed',
  'second-factor.reset',
  'job.retried',
] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

/** Further details: they hold no address, no message, nothing of a photo. */
export const activityDetails = z.object({
  reason: z.optional(z.string()),
  /**
   * The fields that an edit changed, of EVENT_FIELDS or of a server that knows more of them: old and new value as short texts of no
   * language, empty where nothing was said, and for a photo.
   */
  changes: z.optional(z.array(z.object({ field: z.string(), before: z.string(), after: z.string() }))),
  state: z.optional(z.nullable(z.enum(EVENT_STATES))),
  note: z.optional(z.string()),
  day: z.optional(z.string()),
  name: z.optional(z.string()),
})
export type ActivityDetails = z.infer<typeof activityDetails>

/** `soonest`: by their next date; what is over comes last. */
export const EVENT_SORTS = ['newest', 'oldest', 'soonest'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

export const EVENT_TRAITS = ['proposal', 'this-week', 'over', 'duplicate', 'no-tag', 'no-photo'] as const
export type EventTrait = (typeof EVENT_TRAITS)[number]

/** Filter and order of a list of events, as its address has them. */
export const EVENTS_SEARCH_KEYS = [
  'status',
  'tags',
  'user_id',
  'person',
  'q',
  'from',
  'to',
  'source',
  'traits',
  'sort',
] as const

export const NOT_IMPORTED = 'none'
