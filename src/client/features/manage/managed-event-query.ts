import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { readManagedEvent } from '@/contract/managed-events/read-managed-event'
import { ensureTemporal } from '@/domain/time/temporal'

/** The event of a token, as it is now. What fails for want of a network is fetched again with it. */
export function managedEventQuery(id: string, token: string) {
  return queryOptions({
    queryKey: ['managed-event', id, token],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      const [outcome] = await Promise.all([
        api.call(readManagedEvent, { params: { id }, body: { token } }, { signal }),
        ensureTemporal(),
      ])
      return unwrap(outcome)
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: false,
  })
}
