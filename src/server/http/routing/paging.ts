interface Paging {
  page: number
  per_page: number
}

/** Pagination: the rows that a page has. */
export function pageSlice({ page, per_page }: Paging): { offset: number; limit: number } {
  return { offset: (page - 1) * per_page, limit: per_page }
}

/** The page of a list that `read` gives: it reads one row more, which shows whether there is a next page. */
export async function readPage<T>(
  paging: Paging,
  read: (slice: { offset: number; limit: number }) => Promise<T[]>,
): Promise<{ items: T[]; has_more: boolean }> {
  const { offset, limit } = pageSlice(paging)
  const rows = await read({ offset, limit: limit + 1 })
  return { items: rows.slice(0, limit), has_more: rows.length > limit }
}
