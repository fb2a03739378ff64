import type { QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { PERSISTED_QUERIES, withFirstPages } from '@/client/shared/programme/programme-queries'
import type { Locale } from '@/messages/compiled/runtime.js'
import { pageStorage } from '@/offline/page/page-storage'

/** Cache buster: raise it when the shape of the queries' data changes. */
const SHAPE = 2
const MAX_AGE_MS = 30 * 86_400_000

/**
 * Persists the queries that a cold start shows before IndexedDB is open, those with `meta: { persist: true }`, in localStorage:
 * the first page of a list only. Restores before the first render: a page in the app shell has nothing else.
 */
export async function persistQueries(
  queryClient: QueryClient,
  { locale, restores }: { locale: Locale; restores: boolean },
): Promise<void> {
  const persister = createSyncStoragePersister({
    storage: pageStorage(),
    key: PERSISTED_QUERIES,
    retry: removeOldestQuery,
    serialize: (client) => JSON.stringify(withFirstPages(client)),
  })
  const options = { queryClient, persister, buster: `${SHAPE}-${locale}`, maxAge: MAX_AGE_MS }
  // Cached as long as the page lives, or queries without observers would be dropped from storage.
  const hydrateOptions = { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } }
  if (restores) {
    await persistQueryClientRestore({ ...options, hydrateOptions }).catch(() => undefined)
    // However young they are, the replica may have changed since: a page that has read nothing of it yet is not told of that.
    for (const query of queryClient.getQueryCache().getAll()) query.invalidate()
  }
  persistQueryClientSubscribe({
    ...options,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, state }) => meta?.['persist'] === true && state.status === 'success',
    },
  })
}
