/**
 * These parameters filter and order a list of events. They stand apart from `events-search`, whose schemas the back office's first load
 * would carry with its routes.
 */
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
