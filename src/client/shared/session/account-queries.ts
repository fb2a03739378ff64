import type { Query, QueryClient } from '@tanstack/react-query'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { OWN_KEY } from './own-queries'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'

export const BACK_OFFICE_KEY = ['back-office'] as const

/** When somebody else, or nobody, is signed in, here or in another tab: removes what only the one before may see, and their receipts. */
export async function clearSignedOutAccounts(queryClient: QueryClient): Promise<void> {
  const { session, outbox } = await loadOfflineClient()
  await session.ready
  const currentId = () => session.current()?.user.id ?? null
  let userId = currentId()
  const removeReceipts = () => void outbox.removeReceiptsExcept(userId).catch(() => undefined)
  removeReceipts()
  session.subscribe(() => {
    // Their name may have changed.
    if (currentId() === userId) return
    userId = currentId()
    clearQueries(queryClient, userId !== null)
    removeReceipts()
  })
}

export function clearQueries(queryClient: QueryClient, isSomebodySignedIn: boolean): void {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ queryKey: OWN_KEY })
  // An administrator who took over in another tab sees their own.
  if (isSomebodySignedIn) void queryClient.resetQueries({ queryKey: BACK_OFFICE_KEY })
  else queryClient.removeQueries({ queryKey: BACK_OFFICE_KEY })
  void queryClient.resetQueries({ queryKey: [...PROGRAMME_KEY, 'event'], predicate: mayBePrivate })
}

/** A query that is still being fetched counts, too: perhaps it has the token of who has left. */
function mayBePrivate({ state: { data, fetchStatus } }: Query): boolean {
  return fetchStatus === 'fetching' || isPrivate(data)
}

export function isPrivate(fetched: unknown): boolean {
  return (
    typeof fetched === 'object' && fetched !== null && 'isPrivate' in fetched && fetched.isPrivate === true
  )
}
