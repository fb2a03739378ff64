import { useSearch } from '@tanstack/react-router'
import { textOf } from '@/client/shared/links/web-url'
import { dayText } from '@/client/shared/time/event-dates'
import { factsPart, readFacts, type FactsFilter } from '@/domain/events/event-fields'
import { toQuery } from '@/domain/events/search-words'
import { allKeys, type NamedTag } from '@/domain/tags/tag'
import {
  villageDay,
  villageMidnight,
  dayOfTonight,
  isCalendarDay,
  dayAfter,
  weekdayOf,
} from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'

/**
 * The filters of the list, between the address and the query (rules 2.5, 4, 5). Days are village days `YYYY-MM-DD`; as text they
 * compare in the order of time.
 */
export interface EventsSearch extends FactsFilter {
  /** Opens the filters on small screens, then leaves the address. */
  filters?: true
  /** Words to search for (rules 4.10). */
  q?: string
  /** Keys, joined by commas. */
  tags?: string
  from?: string
  to?: string
  /** The village day whose evening is looked for, in place of `from` and `to`. */
  evening?: string
  /** How the list looks; without it as this device remembers, else cards. */
  view?: EventsView
  /** The page that the list starts with; only links without script lead past the first. */
  page?: number
}

/** A press changes the address as it is by then: somebody may have typed before a chosen filter counts, and the other way round. */
export type SearchChange = { [Name in keyof EventsSearch]?: EventsSearch[Name] | undefined }

export type ListView = 'cards' | 'agenda'
/** The map stands over the list of rows. */
export type EventsView = ListView | 'map'

const KEY = /^[^,\s\p{Cc}\p{Cs}]{2,50}$/u
const MAX_TAGS = 20
const MAX_PAGE = 1000

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readSearch(search: Record<string, unknown>): EventsSearch {
  const [q, from, to, evening, view] = ['q', 'from', 'to', 'evening', 'view'].map(
    (name) => textOf(search[name]) ?? '',
  )
  const text = toQuery(q ?? '')
  const keys = [search.tags].flat().flatMap((value) => textOf(value)?.split(',') ?? [])
  const tags = [...new Set(keys.filter((key) => KEY.test(key)))].slice(0, MAX_TAGS)
  const page = Number(textOf(search.page))
  return {
    ...(String(search.filters) === 'true' && { filters: true }),
    ...(text !== '' && { q: text }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...readFacts(search),
    ...(from && isCalendarDay(from) && { from }),
    ...(to && isCalendarDay(to) && { to }),
    ...(evening && isCalendarDay(evening) && { evening }),
    ...((isListView(view) || view === 'map') && { view }),
    ...(Number.isInteger(page) && page > 1 && page <= MAX_PAGE && { page }),
  }
}

/** The address after a change: the list begins anew. */
export function withChange(search: object, change: SearchChange): Omit<EventsSearch, 'filters' | 'page'> {
  return readSearch({ ...search, ...change, page: undefined, filters: undefined })
}

export function isListView(text: string | null | undefined): text is ListView {
  return text === 'cards' || text === 'agenda'
}

/**
 * The filter of an address, as of a moment in epoch seconds. An old link still means something: its start is moved to today,
 * its end counts while it is not over, and an end needs a start (rules 4.6). An evening that is over filters nothing.
 */
export function filterOf(search: EventsSearch, nowSeconds: number): ProgrammeFilter {
  const { q, tags, from, to, evening } = search
  const asked = { tags: tags?.split(',') ?? [], ...(q && { text: q }), ...factsPart(search) }
  if (evening !== undefined && evening >= dayOfTonight(nowSeconds)) return { ...asked, evening }
  if (from === undefined) return asked
  const today = villageDay(nowSeconds)
  const startDate = from < today ? today : from
  if (to !== undefined && to >= startDate) return { ...asked, startDate, endDate: to }
  return from < today ? asked : { ...asked, startDate }
}

/** The address of the list, or of what lists the same, with this search. */
export function listAddress(search: SearchChange, path = '/events'): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${path}?${query}` : path
}

export const NO_DAYS = { from: undefined, to: undefined, evening: undefined } as const

/** A start before today is ignored; a new start clears an end that is earlier; without a start there is no end. */
export function startChange({ endDate }: ProgrammeFilter, from: string, today: string): SearchChange {
  if (from !== '' && from < today) return {}
  return { ...NO_DAYS, from, to: from !== '' && (endDate ?? '') >= from ? endDate : undefined }
}

/** An end before today or before the start is ignored. */
export function endChange(filter: ProgrammeFilter, to: string, today: string): SearchChange {
  if (to !== '' && to < earliestEnd(filter, today)) return {}
  return { ...NO_DAYS, from: filter.startDate, to }
}

export function earliestEnd({ startDate }: ProgrammeFilter, today: string): string {
  return startDate !== undefined && startDate > today ? startDate : today
}

/** The filter as it is shown: a key that was merged into a tag, as an old link has it, is that tag's. */
export function withCurrentTags(
  filter: ProgrammeFilter,
  tags: readonly (Pick<NamedTag, 'merged_keys'> & { key: string })[],
): ProgrammeFilter {
  const current = (key: string) => tags.find((tag) => allKeys(tag).includes(key))?.key ?? key
  return { ...filter, tags: [...new Set(filter.tags.map(current))] }
}

export function isFiltered(filter: ProgrammeFilter): boolean {
  return filter.tags.length > 0 || Object.keys(filter).length > 1
}

/**
 * The moment from which the dates of a list count, in epoch seconds: the start of its first day when that is to come;
 * undefined counts from now, as the page of an event does when it is opened by itself.
 */
export function countedFrom({ startDate, evening }: ProgrammeFilter, now: number): number | undefined {
  const day = startDate ?? evening ?? ''
  return day > villageDay(now) ? villageMidnight(day) : undefined
}

export interface DayRange {
  name: string
  days: Pick<EventsSearch, 'from' | 'to' | 'evening'>
}

const SATURDAY = 6

const ofDays = (name: string, from: string, to = from): DayRange => ({ name, days: { from, to } })

/**
 * Today, tonight, tomorrow and the weekend, which is Saturday and Sunday; on Sunday it is the next one, because what is left of
 * this one is today. `evening`: the day that tonight is of; the night before stands first.
 */
export function dayRanges(today: string, evening: string): DayRange[] {
  const weekday = weekdayOf(today)
  const saturday = dayAfter(today, SATURDAY - weekday)
  const day = ofDays(m.events_today(), today)
  const night = { name: m.events_tonight(), days: { evening } }
  return [
    ...(evening < today ? [night, day] : [day, night]),
    ofDays(m.events_tomorrow(), dayAfter(today, 1)),
    ofDays(weekday === 0 ? m.events_next_weekend() : m.events_weekend(), saturday, dayAfter(saturday, 1)),
  ]
}

export function isRangeOf({ days }: DayRange, { startDate, endDate, evening }: ProgrammeFilter): boolean {
  return startDate === days.from && endDate === days.to && evening === days.evening
}

interface PickedDay {
  name: string
  /** Removes it. */
  change: SearchChange
}

/** Days that are none of the ranges: 'From: {date}' and 'To: {date}' (rules 2.5), or an evening to come. The end falls with the start: there is none without one. */
export function pickedDays(filter: ProgrammeFilter, ranges: readonly DayRange[]): PickedDay[] {
  const { startDate, endDate, evening } = filter
  if (ranges.some((range) => isRangeOf(range, filter))) return []
  if (evening !== undefined) return [{ name: m.events_evening(dateOf(evening)), change: NO_DAYS }]
  if (startDate === undefined) return []
  const from = { name: m.events_from(dateOf(startDate)), change: NO_DAYS }
  if (endDate === undefined) return [from]
  return [from, { name: m.events_to(dateOf(endDate)), change: { ...NO_DAYS, from: startDate } }]
}

function dateOf(day: string) {
  return { date: dayText(day, getLocale()) }
}

/** The search of the address, and nothing else of it: the router leaves in what `readSearch` has left out. */
export function useEventsSearch(): EventsSearch {
  return useSearch({ from: '/events', select: readSearch, structuralSharing: true })
}
