import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listActivities, listActors } from '@/contract/back-office/back-office-activities'
import { pagedQuery } from '@/client/back-office/layout/lists/paged-query'
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

/** The administrators with entries in the log. */
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
