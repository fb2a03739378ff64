import { EVENT_STATUSES } from '@/domain/event'
import type { EventStatus } from '@/domain/event'

/** What the list is filtered by: a status, or 'all'. Without it: On Review (spec 2.12). */
interface EventsSearch {
  status?: EventStatus | 'all'
  user_id?: string
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const status = [...EVENT_STATUSES, 'all' as const].find((one) => one === search['status'])
  return status === undefined || status === 'ON_REVIEW' ? {} : { status }
}

/** The `status` parameter of the request; undefined means all. */
export function statusOf({ status = 'ON_REVIEW' }: EventsSearch): EventStatus | undefined {
  return status === 'all' ? undefined : status
}
