import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  removeOldestQuery,
  type PersistedClient,
} from '@tanstack/react-query-persist-client'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { KeyValueStorage } from '@/offline/session/stored-session'

/** Cache buster: raise it when the shape of the queries' data changes. */
const SHAPE = 3
const MAX_AGE_MS = 30 * 86_400_000

interface PersistedQueries {
  storage: KeyValueStorage | undefined
  key: string
  isPersisted: (query: Pick<Query, 'meta' | 'queryKey'>) => boolean
  /** The queries of somebody else are not restored. */
  userId?: string
  /** False where the page has what the server has rendered. */
  restores?: boolean
}

/**
 * Restores these queries, each to be fetched anew, and persists them until the returned function is called: of a list its first page
 * only.
 */
export async function persistQueries(queryClient: QueryClient, persisted: PersistedQueries) {
  const { storage, key, isPersisted, userId = '', restores = true } = persisted
  const persister = createSyncStoragePersister({
    storage,
    key,
    retry: removeOldestQuery,
    serialize: (client) => JSON.stringify(withFirstPages(client)),
  })
  const options = { queryClient, persister, buster: `${SHAPE}-${getLocale()}-${userId}`, maxAge: MAX_AGE_MS }
  if (restores) {
    // Cached as long as the page lives, or queries without observers would be dropped from storage.
    const hydrateOptions = { defaultOptions: { queries: { gcTime: Infinity } } }
    await persistQueryClientRestore({ ...options, hydrateOptions }).catch(() => undefined)
    // However young they are, the replica may have changed since: a page that has read nothing of it yet is not told of that.
    for (const query of queryClient.getQueryCache().findAll({ predicate: isPersisted })) query.invalidate()
  }
  return persistQueryClientSubscribe({
    ...options,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: (query) => query.state.status === 'success' && isPersisted(query),
    },
  })
}

function withFirstPages({ clientState, ...client }: PersistedClient): PersistedClient {
  const queries = clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, data: firstPagesFirstPage(query.state.data) },
  }))
  return { ...client, clientState: { ...clientState, queries } }
}

function firstPagesFirstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  const { pages, pageParams } = data as InfiniteData<unknown>
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}
