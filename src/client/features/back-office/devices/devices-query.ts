import { infiniteQueryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/kit/account-queries'
import { unwrap } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { listDevices } from '@/contract/back-office-people'

/** spec 9. */
const PER_PAGE = 20

/** Phones that are registered for notifications, the newest first. */
export function devicesQuery() {
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'devices'],
    queryFn: async ({ pageParam, signal }) => {
      const { api } = await loadOfflineClient()
      const query = { page: pageParam, per_page: PER_PAGE }
      return unwrap(await api.call(listDevices, { query }, { signal }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
    networkMode: 'online',
    staleTime: 0,
  })
}
