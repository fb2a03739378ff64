import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/kit/account-queries'
import { unwrap } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { listActivities, listActors } from '@/contract/back-office-activities'
import { pagedQuery } from '../paged-query'
import type { ActivitySearch } from './activity-search'

interface ActivityFilter extends ActivitySearch {
  subject_id?: string
}

/** Entries of the log, the newest first. */
export function activitiesQuery(filter: ActivityFilter) {
  return pagedQuery(['activities', filter], (api, { query, signal }) =>
    api.call(listActivities, { query: { ...filter, ...query } }, { signal }),
  )
}

/** Who has entries in the log. */
export function actorsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'activities', 'actors'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listActors, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
