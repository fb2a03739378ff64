/** The orders of the back office's events. `soonest`: by their next date; what is over comes last. */
export const EVENT_SORTS = ['newest', 'oldest', 'soonest'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

/** The traits that events of the back office can be narrowed down to. */
export const EVENT_TRAITS = ['proposal', 'over', 'duplicate', 'no-photo'] as const
export type EventTrait = (typeof EVENT_TRAITS)[number]

/** The filter for events that people submitted, or that staff created; it stands in place of an import's id. */
export const NOT_IMPORTED = 'none'
