import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { getOverview } from '@/contract/back-office/back-office-overview'
import { countUsers } from '@/contract/back-office/back-office-people'
import { filterTagsQuery } from '@/client/back-office/layout/lists/search/named-queries'
import { countsQuery } from '@/client/back-office/layout/review/back-office-queries'

/** These options refetch while the page is visible; coming back to it refetches at once. */
const LIVE = { refetchInterval: 30_000, networkMode: 'online', staleTime: 0 } as const

/** Events by status. */
export function liveEventCountsQuery() {
  return { ...countsQuery(), ...LIVE }
}

/** All tags. */
export function liveTagsQuery() {
  return { ...filterTagsQuery(), ...LIVE }
}

/** People by role. */
export function liveUserCountsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'user-counts'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(countUsers, {}, { signal }))
    },
    ...LIVE,
  })
}

/** How the app is doing. */
export function liveOverviewQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'overview'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getOverview, {}, { signal }))
    },
    ...LIVE,
  })
}
