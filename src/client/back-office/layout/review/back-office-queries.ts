import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  reviewEvent,
} from '@/contract/back-office/back-office-events'
import { BATCH_MAX, readBackOfficeEvents } from '@/contract/back-office/back-office-edits'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { Reply } from '@/contract/endpoint'
import { countContactForms } from '@/contract/back-office/back-office-contact-forms'
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

/** Fetches events that somebody else has changed or deleted meanwhile: the lists show them as they are now. */
export async function refetchListedEvents(client: QueryClient, ids: readonly string[]): Promise<void> {
  const { api } = await loadOfflineClient()
  for (let start = 0; start < ids.length; start += BATCH_MAX) {
    const some = ids.slice(start, start + BATCH_MAX)
    // The calls follow one another: a batch of hundreds that somebody else was first with would meet the server's limits.
    const outcome = await api.call(readBackOfficeEvents, { query: { ids: some.join(',') } })
    if (outcome.kind !== 'ok') return
    updateReadEvents(client, some, outcome.data.items)
  }
}

function updateReadEvents(
  client: QueryClient,
  ids: readonly string[],
  items: readonly BackOfficeEvent[],
): void {
  for (const event of items) client.setQueryData(eventQuery(event.id).queryKey, event)
  updateListedEvents(client, items)
  const there = new Set(items.map(({ id }) => id))
  removeListedEvents(
    client,
    ids.filter((id) => !there.has(id)),
  )
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
  /** The revision that the reviewer has seen. */
  revision?: number | undefined
}

export async function sendReview({
  id,
  action,
  reason = '',
  revision,
}: Review): Promise<Reply<typeof reviewEvent>> {
  const { api } = await loadOfflineClient()
  const body = {
    action,
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    ...(revision !== undefined && { revision }),
  }
  return unwrap(await api.call(reviewEvent, { params: { id }, body }))
}
