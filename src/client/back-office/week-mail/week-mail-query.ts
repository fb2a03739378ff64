import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { getWeekMail } from '@/contract/back-office/back-office-week-mail'

/** How many people get the week by mail, the next one with its line, and what became of the last one. */
export function weekMailQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'week-mail'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getWeekMail, {}, { signal }))
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
