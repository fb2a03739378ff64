import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listBackOfficePlaces } from '@/contract/back-office/back-office-places'

/** The places of all events, by name, with the number of events at each. */
export function placesQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'places'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listBackOfficePlaces, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
