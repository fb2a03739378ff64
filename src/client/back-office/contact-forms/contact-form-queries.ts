import { queryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listContactForms } from '@/contract/back-office/back-office-contact-forms'

/** All support messages, the newest first. */
export function contactFormsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'contact-forms'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(listContactForms, {}, { signal })).items
    },
    networkMode: 'online',
    staleTime: 0,
  })
}
