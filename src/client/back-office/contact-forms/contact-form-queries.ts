import { infiniteQueryOptions } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listContactForms } from '@/contract/back-office/back-office-contact-forms'
import type { Shown } from './contact-forms-search'

/** rules 9. */
const PER_PAGE = 20

/** Support messages of this kind, the newest first, page by page. */
export function contactFormsQuery(shown: Shown) {
  return infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'contact-forms', shown],
    queryFn: async ({ pageParam, signal }) => {
      const { api } = await loadOfflineClient()
      const query = {
        limit: PER_PAGE,
        ...(shown !== 'all' && { show: shown }),
        ...(pageParam !== '' && { after: pageParam }),
      }
      const { items, next } = unwrap(await api.call(listContactForms, { query }, { signal }))
      return { items, next, has_more: next !== undefined }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    networkMode: 'online',
    staleTime: 0,
  })
}
