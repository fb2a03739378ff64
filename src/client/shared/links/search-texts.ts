/**
 * Reads texts of an address that anyone may have written, for `validateSearch` of a route. One that makes no sense is named all the
 * same, as undefined: the router else leaves in what was written, and the browser would render another page than the server.
 */
export function searchTexts<Key extends string>(...keys: readonly Key[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, string | undefined>> => {
    const texts: Partial<Record<Key, string | undefined>> = {}
    for (const key of keys) if (search[key] !== undefined) texts[key] = textOf(search[key])
    return texts
  }
}

/** The router reads "7" as a number. An empty text is none. */
export function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}
