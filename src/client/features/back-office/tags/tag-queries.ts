import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/kit/account-queries'
import { unwrap } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { listBackOfficeTags } from '@/contract/back-office-tags'

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
