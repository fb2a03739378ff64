import type * as z from 'zod/mini'
import { isCalendarDay } from '@/domain/time/local-time'
import type { eventFilterSchema } from '@/contract/back-office/back-office-events'
import { EVENT_STATUSES, type EventStatus } from '@/domain/events/event'
import {
  EVENT_SORTS,
  EVENT_TRAITS,
  type EVENTS_SEARCH_KEYS,
  NOT_IMPORTED,
  type EventSort,
  type EventTrait,
} from '@/domain/staff/activity'
import { toOneLine } from '@/domain/text/plain-text'
import { problemsOf, type ProblemCode } from '@/domain/validation/problem'
import { searchText, userIdText } from '@/domain/events/event-search'

export interface EventsSearch extends Partial<Record<(typeof EVENTS_SEARCH_KEYS)[number], string>> {
  /** The status; default: On Review, or all when filtered by user or by proposals, which are of published events (rules 2.12). */
  status?: EventStatus | 'all'
  /** Keys, joined by commas. */
  tags?: string
  user_id?: string
  person?: string
  /** Words that all must be there. */
  q?: string
  /** Village days `YYYY-MM-DD`. */
  from?: string
  to?: string
  /** Id of an import, or `none`. */
  source?: string
  /** Names of EVENT_TRAITS, joined by commas. */
  traits?: string
  sort?: EventSort
}

/** Gets the parts of the address that change; an empty one goes. */
export type ChangeSearch = (changes: { [Key in keyof EventsSearch]: string | undefined }) => void

export type EventsFilter = z.input<typeof eventFilterSchema>

const KEY = /^[^,\s]{2,50}$/
const MAX_TAGS = 20

/**
 * Reads the query of an address that anyone may have written; what makes no sense is left out, but for texts to search for: `problemOf`
 * says what is wrong with them, so that nobody takes all events for what was found.
 */
export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const user = toOneLine(textOf(search['user_id'])).toLowerCase()
  const person = toOneLine(textOf(search['person']))
  const words = toOneLine(textOf(search['q']))
  const tags = [...new Set(textOf(search['tags']).split(','))].filter((key) => KEY.test(key))
  const status = [...EVENT_STATUSES, 'all' as const].find((one) => one === search['status'])
  const [from, to] = [dayOf(search['from']), dayOf(search['to'])]
  const source = sourceOf(search['source'])
  const chosen = textOf(search['traits']).split(',')
  const traits = EVENT_TRAITS.filter((trait) => chosen.includes(trait))
  const sort = EVENT_SORTS.find((one) => one === search['sort'])
  const filters = { user_id: user, person, traits: traits.join(',') }
  return {
    ...(status !== undefined && status !== defaultStatus(filters) && { status }),
    ...(tags.length > 0 && { tags: tags.slice(0, MAX_TAGS).join(',') }),
    ...(user !== '' && { user_id: user }),
    ...(person !== '' && { person }),
    ...(words !== '' && { q: words }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(source !== undefined && { source }),
    ...(traits.length > 0 && { traits: traits.join(',') }),
    ...(sort !== undefined && { sort }),
  }
}

export function problemOf({
  q = '',
  person = '',
  user_id: user = '',
}: EventsSearch): ProblemCode | undefined {
  const read = [searchText.safeParse(q), searchText.safeParse(person), userIdText.safeParse(user)]
  return problemsOf(read.flatMap(({ error }) => error?.issues ?? []))[0]?.code
}

export function chosenStatus(search: EventsSearch): EventStatus | 'all' {
  return search.status ?? defaultStatus(search)
}

/** The order that is chosen: the address's own; else what is to be decided as its queue, and all others the newest first. */
export function chosenSort(search: EventsSearch, queueOrder: EventSort): EventSort {
  const isQueue = chosenStatus(search) === 'ON_REVIEW' || isOfProposals(search)
  return search.sort ?? (isQueue ? queueOrder : 'newest')
}

/** The filter of an address without a problem. */
export function filterOf(search: EventsSearch, queueOrder: EventSort): EventsFilter {
  const { status: _, ...rest } = search
  const status = chosenStatus(search)
  return { ...rest, ...(status !== 'all' && { status }), sort: chosenSort(search, queueOrder) }
}

/** The queue of a list: what of it is on review, or has a change proposed. */
export function queueFilterOf(search: EventsSearch, queueOrder: EventSort): EventsFilter {
  return problemOf(search) === undefined
    ? filterOf({ ...search, status: isOfProposals(search) ? 'all' : 'ON_REVIEW' }, queueOrder)
    : filterOf({ status: 'ON_REVIEW' }, queueOrder)
}

/** Picks the parameters of a list's address that go to the page of one of its events, whose queue it is. */
export function queueSearchOf(listSearch: EventsSearch): EventsSearch {
  const { status: _, ...search } = listSearch
  return search
}

function defaultStatus({ user_id = '', person = '', ...search }: EventsSearch): EventStatus | 'all' {
  return user_id === '' && person === '' && !isOfProposals(search) ? 'ON_REVIEW' : 'all'
}

function isOfProposals({ traits = '' }: EventsSearch): boolean {
  return traits.split(',').includes('proposal' satisfies EventTrait)
}

function dayOf(value: unknown): string | undefined {
  const text = textOf(value)
  return isCalendarDay(text) ? text : undefined
}

function sourceOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === NOT_IMPORTED) return text
  return userIdText.safeParse(text).data || undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
