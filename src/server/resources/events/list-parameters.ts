/** More than there are tags; bounds the query. */
const MAX_FILTER_TAGS = 50

/** Which rows a page is. */
export function pageSlice({ page, per_page }: { page: number; per_page: number }) {
  return { offset: (page - 1) * per_page, limit: per_page }
}

/** Comma-joined keys (spec 7). */
export function tagKeysOf(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim())
  return [...new Set(keys)].filter((key) => key !== '').slice(0, MAX_FILTER_TAGS)
}
