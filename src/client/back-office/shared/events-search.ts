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
import { textOf } from '@/client/shared/links/web-url'
import { searchText, userIdText } from '@/domain/events/event-search'

const KEY = /^[^,\s]{2,50}$/
const MAX_TAGS = 20

/**
 * The parameters of an address that anyone may have written: each by its text, empty for what makes no sense. Texts to search for stay:
 * `problemOf` says what is wrong with them, so that nobody takes all events for what was found.
 */
const READ = {
  /** The status; default: On Review, or all when filtered by user or by proposals, which are of published events (rules 2.12). */
  status: (text: string) => [...EVENT_STATUSES, 'all' as const].find((one) => one === text),
  /** Keys, joined by commas. */
  tags: (text: string) => {
    const keys = [...new Set(text.split(','))].filter((key) => KEY.test(key))
    return keys.slice(0, MAX_TAGS).join(',')
  },
  user_id: (text: string) => toOneLine(text).toLowerCase(),
  person: toOneLine,
  /** Words that all must be there. */
  q: toOneLine,
  /** Village days `YYYY-MM-DD`. */
  from: (text: string) => (isCalendarDay(text) ? text : ''),
  to: (text: string) => (isCalendarDay(text) ? text : ''),
  /** Id of an import, or `none`. */
  source: (text: string) => (text === NOT_IMPORTED ? text : (userIdText.safeParse(text).data ?? '')),
  /** Names of EVENT_TRAITS, joined by commas. */
  traits: (text: string) => EVENT_TRAITS.filter((trait) => text.split(',').includes(trait)).join(','),
  sort: (text: string) => EVENT_SORTS.find((one) => one === text),
} satisfies Record<(typeof EVENTS_SEARCH_KEYS)[number], (text: string) => string | undefined>

export type EventsSearch = { [Key in keyof typeof READ]?: NonNullable<ReturnType<(typeof READ)[Key]>> }

/** Gets the parts of the address that change; an empty one goes. */
export type ChangeSearch = (changes: { [Key in keyof EventsSearch]: string | undefined }) => void

export type EventsFilter = z.input<typeof eventFilterSchema>

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const read = Object.entries(READ).flatMap(([key, readText]) => {
    const value = readText(textOf(search[key]) ?? '')
    return value ? [[key, value]] : []
  })
  const { status, ...rest } = Object.fromEntries(read) as EventsSearch
  return { ...(status !== undefined && status !== defaultStatus(rest) && { status }), ...rest }
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
