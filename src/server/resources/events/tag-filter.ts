/** More than there are tags; bounds the query. */
const MAX_FILTER_TAGS = 50

/** Comma-joined keys (spec 7). */
export function tagKeysOf(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim())
  return [...new Set(keys)].filter((key) => key !== '').slice(0, MAX_FILTER_TAGS)
}
