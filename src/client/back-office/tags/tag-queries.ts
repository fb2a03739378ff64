import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listBackOfficeTags } from '@/contract/back-office/back-office-tags'

/** All tags, by name, with the number of events that bear each. */
export function tagsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'tags'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listBackOfficeTags, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
