import { infiniteQueryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/outcome'

/** rules 9. */
const PER_PAGE = 20

interface PageRequest {
  query: { page: number; per_page: number }
  signal: AbortSignal
}

/** A list that comes page by page, for `PagedList`; `read` fetches one of them. */
export function pagedQuery<T>(
  key: readonly unknown[],
  read: (api: ApiClient, request: PageRequest) => Promise<Outcome<{ items: T[]; has_more: boolean }>>,
) {
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, ...key],
    queryFn: async ({ pageParam, signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await read(api, { query: { page: pageParam, per_page: PER_PAGE }, signal }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    networkMode: 'online',
    staleTime: 0,
  })
}
