import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/kit/account-queries'
import { unwrap } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { listActivities, listActors } from '@/contract/back-office-activities'
import type { ActivitySearch } from './activity-search'

const KEY = [...BACK_OFFICE_KEY, 'activities'] as const
const PER_PAGE = 20

interface ActivityFilter extends ActivitySearch {
  subject_id?: string
}

/** Entries of the log, the newest first. */
export function activitiesQuery(filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: [...KEY, filter],
    queryFn: async ({ pageParam, signal }) => {
      const { api } = await loadOfflineClient()
      const query = { ...filter, page: pageParam, per_page: PER_PAGE }
      return unwrap(await api.call(listActivities, { query }, { signal }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    networkMode: 'online',
    staleTime: 0,
  })
}

/** Who has entries in the log. */
export function actorsQuery() {
  return queryOptions({
    queryKey: [...KEY, 'actors'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listActors, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
