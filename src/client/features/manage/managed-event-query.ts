import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { readManagedEvent } from '@/contract/managed-events/read-managed-event'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import { ensureTemporal } from '@/domain/time/temporal'
import type { Unreachable } from '@/offline/api/outcome'

type FoundEvent = { event: ManagedEvent } | { event: undefined; unreachable: Unreachable }

/**
 * The event of a token, as it is now. That the server was not reached is found as well, until the event is: what the device can do by
 * itself stays on the page while it is fetched again with the network.
 */
export function managedEventQuery(id: string, token: string) {
  const queryKey = ['managed-event', id, token] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<FoundEvent> => {
      const { api } = await loadOfflineClient()
      const [outcome] = await Promise.all([
        api.call(readManagedEvent, { params: { id }, body: { token } }, { signal }),
        ensureTemporal(),
      ])
      const isKnown = client.getQueryData<FoundEvent>(queryKey)?.event !== undefined
      if (outcome.kind === 'unreachable' && !isKnown) return { event: undefined, unreachable: outcome }
      return { event: unwrap(outcome) }
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: false,
  })
}
