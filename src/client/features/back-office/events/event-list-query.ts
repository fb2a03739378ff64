import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/kit/account-queries'
import { unwrap } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { listBackOfficeEvents } from '@/contract/back-office-events'
import { listBackOfficeTags } from '@/contract/back-office-tags'
import type { EventsFilter } from './events-search'

/** spec 9: 20 events a page. */
const PER_PAGE = 20

/** The events of a filter, the newest submission first. */
export function eventListQuery(filter: EventsFilter) {
  const { status, tags, userId, words } = filter
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'events', filter],
    queryFn: async ({ pageParam, signal }) => {
      const { api } = await loadOfflineClient()
      const query = {
        page: pageParam,
        per_page: PER_PAGE,
        ...(status !== undefined && { status }),
        ...(tags.length > 0 && { tags: tags.join(',') }),
        ...(userId !== undefined && { user_id: userId }),
        ...(words !== undefined && { q: words }),
      }
      return unwrap(await api.call(listBackOfficeEvents, { query }, { signal }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    networkMode: 'online',
    staleTime: 0,
  })
}

/** All tags, to filter by. */
export function filterTagsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'filter-tags'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listBackOfficeTags, {}, { signal })).items
    },
    networkMode: 'online',
  })
}
