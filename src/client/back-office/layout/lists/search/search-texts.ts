/**
 * Reads texts of an address that anyone may have written, for `validateSearch` of a route. What they mean is validated by the page: its
 * rules are not in the first load, to which every route belongs.
 */
export function searchTexts<Key extends string>(...keys: readonly Key[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, string>> => {
    const texts: Partial<Record<Key, string>> = {}
    for (const key of keys) {
      const value = search[key]
      // The router reads "7" as a number.
      if (typeof value === 'string' || typeof value === 'number') texts[key] = String(value)
    }
    return texts
  }
}

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
