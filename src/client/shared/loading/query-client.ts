import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { report } from '@/client/shared/offline/offline-client'

/** The query cache of one page visit (browser) or one request (server). A failed call is logged, and shown at once with a way to try again. */
export function createQueryClient(): QueryClient {
  // A server logs its own errors.
  const log = import.meta.env.SSR ? undefined : report
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => log?.(`could not read: ${String(queryKey[0])}`, error),
    }),
    mutationCache: new MutationCache({ onError: (error) => log?.('could not write', error) }),
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000 },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The items of all pages, each once: one that came between two fetches moves the others to the next page. */
export function itemsOf<T extends { id: string }>(pages: readonly { items: readonly T[] }[] = []): T[] {
  const all = pages.flatMap(({ items }) => items)
  return [...new Map(all.map((item) => [item.id, item])).values()]
}
