import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { getSecondFactor } from '@/contract/accounts/second-factor-setup'
import type { Outcome } from '@/offline/api/outcome'

/** The current administrator's second factors. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'second-factor'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getSecondFactor, {}, { signal }))
    },
    networkMode: 'online',
    staleTime: 60_000,
  })
}

export async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Outcome<Reply<E>>> {
  const client = await loadOfflineClient().catch(() => undefined)
  return client === undefined ? { kind: 'unreachable', reason: 'network' } : client.api.call(endpoint, input)
}
