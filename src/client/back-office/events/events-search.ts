import { EVENT_STATUSES } from '@/domain/events/event'
import type { EventStatus } from '@/domain/events/event'
import { searchText, userIdText } from '@/domain/events/event-search'

/** What the list is filtered by, as it stands in the address. */
export interface EventsSearch {
  /** Without it: On Review, or all when filtered by user (rules 2.12). */
  status?: EventStatus | 'all'
  /** Keys, joined by commas. */
  tags?: string
  user_id?: string
  /** Words that all must be there. */
  q?: string
}

/** What the list is filtered by, as the request says it. */
export interface EventsFilter {
  /** Undefined: any. */
  status: EventStatus | undefined
  tags: readonly string[]
  userId: string | undefined
  words: string | undefined
}

const KEY = /^[^,\s]{2,50}$/
const MAX_TAGS = 20

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const user = userIdText.safeParse(textOf(search['user_id'])).data ?? ''
  const words = searchText.safeParse(textOf(search['q'])).data ?? ''
  const tags = [...new Set(textOf(search['tags']).split(','))].filter((key) => KEY.test(key))
  const status = [...EVENT_STATUSES, 'all' as const].find((one) => one === search['status'])
  return {
    ...(status !== undefined && status !== defaultStatus(user) && { status }),
    ...(tags.length > 0 && { tags: tags.slice(0, MAX_TAGS).join(',') }),
    ...(user !== '' && { user_id: user }),
    ...(words !== '' && { q: words }),
  }
}

/** The status that is chosen: the address's own or the default. */
export function chosenStatus({ status, user_id = '' }: EventsSearch): EventStatus | 'all' {
  return status ?? defaultStatus(user_id)
}

/** The filter of an address. */
export function filterOf(search: EventsSearch): EventsFilter {
  const status = chosenStatus(search)
  return {
    status: status === 'all' ? undefined : status,
    tags: search.tags?.split(',') ?? [],
    userId: search.user_id,
    words: search.q,
  }
}

function defaultStatus(userId: string): EventStatus | 'all' {
  return userId === '' ? 'ON_REVIEW' : 'all'
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
