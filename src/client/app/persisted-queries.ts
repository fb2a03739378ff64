import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Locale } from '@/messages/compiled/runtime.js'

/** Raise it when what the queries hold changes its shape. */
const SHAPE = 1
const MAX_AGE_MS = 30 * 86_400_000

/**
 * What a cold start shows before IndexedDB is open: queries with `meta: { persist: true }` are kept in localStorage, the
 * first page of a list only. Restores before the first render: a page in the app shell has nothing else.
 */
export async function persistQueries(
  queryClient: QueryClient,
  { locale, restores }: { locale: Locale; restores: boolean },
): Promise<void> {
  const persister = createSyncStoragePersister({
    storage: pageStorage(),
    key: 'ericeira-queries',
    retry: removeOldestQuery,
    serialize: (client) => JSON.stringify(withFirstPages(client)),
  })
  const options = { queryClient, persister, buster: `${SHAPE}-${locale}`, maxAge: MAX_AGE_MS }
  // Kept as long as the page, or storage would lose what nobody looks at just now.
  const hydrateOptions = { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } }
  if (restores) await persistQueryClientRestore({ ...options, hydrateOptions }).catch(() => undefined)
  persistQueryClientSubscribe({
    ...options,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, state }) => meta?.['persist'] === true && state.status === 'success',
    },
  })
}

function withFirstPages({ clientState, ...client }: PersistedClient): PersistedClient {
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

/** Where storage is forbidden, even naming it throws. */
function pageStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
