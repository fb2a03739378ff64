/** Parameters that filter and order a list of events (`events-search`). */
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
