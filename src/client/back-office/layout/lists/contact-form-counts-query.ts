import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { countContactForms } from '@/contract/back-office/back-office-contact-forms'

/** How many support messages are open, and how many are done. */
export function contactFormCountsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'contact-form-counts'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(countContactForms, {}, { signal }))
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
