import type { InfiniteData } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'

/** The key in `localStorage` of what a cold start shows. */
export const PERSISTED_QUERIES = 'ericeira-queries'

/** Leaves in the persisted queries only the first page of a list. */
export function withFirstPages({ clientState, ...client }: PersistedClient): PersistedClient {
  const queries = clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, data: firstPage(query.state.data) },
  }))
  return { ...client, clientState: { ...clientState, queries } }
}

function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  const { pages, pageParams } = data as InfiniteData<unknown>
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}
