import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { getSecondFactor } from '@/contract/accounts/second-factor-setup'

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
