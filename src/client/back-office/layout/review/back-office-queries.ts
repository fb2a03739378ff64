import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { CallFailed, unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  reviewEvent,
} from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { ReviewAction } from '@/domain/events/event'
import { removeListedEvents, updateListedEvents } from '@/client/back-office/layout/lists/listed-events'

export function eventQuery(id: string) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'event', id],
    queryFn: async ({ signal, client }) => {
      const { api } = await loadOfflineClient()
      const event = unwrap(await api.call(getBackOfficeEvent, { params: { id } }, { signal }))
      updateListedEvents(client, [event])
      return event
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

/** Somebody else may have been first with a batch of hundreds: to fetch all at once would meet the server's limits. */
const REFETCHES_AT_A_TIME = 4

/** Fetches events that somebody else has changed or deleted meanwhile: the lists show them as they are now. */
export async function refetchListedEvents(client: QueryClient, ids: readonly string[]): Promise<void> {
  const fetchOne = (id: string) =>
    client.fetchQuery({ ...eventQuery(id), staleTime: 0 }).then(
      () => [],
      (error: unknown) => (error instanceof CallFailed && error.isMissing ? [id] : []),
    )
  const limit = pLimit(REFETCHES_AT_A_TIME)
  removeListedEvents(client, (await Promise.all(ids.map((id) => limit(fetchOne, id)))).flat())
}

export function countsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'counts'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(countBackOfficeEvents, {}, { signal }))
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

export interface Review {
  id: string
  action: ReviewAction
  /** Goes into the mail of a rejection. */
  reason?: string | undefined
}

export async function sendReview({ id, action, reason = '' }: Review): Promise<BackOfficeEvent> {
  const { api } = await loadOfflineClient()
  const body = { action, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }
  return unwrap(await api.call(reviewEvent, { params: { id }, body }))
}
