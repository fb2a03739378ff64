import { useSearch } from '@tanstack/react-router'
import { villageDay, villageMidnight, dayOfTonight, isCalendarDay } from '@/domain/time/local-time'
import { dayAfter, weekdayOf } from '@/client/shared/time/village-days'
import { factsPart, readFacts, type FactsFilter } from '@/domain/events/event-fields'
import { toQuery } from '@/domain/events/search-words'
import { allKeys, type NamedTag } from '@/domain/tags/tag'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import { dayText } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'

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

export type ListView = 'cards' | 'agenda'
/** The map stands over the list of rows. */
export type EventsView = ListView | 'map'

const KEY = /^[^,\s\p{Cc}\p{Cs}]{2,50}$/u
const MAX_TAGS = 20
const MAX_PAGE = 1000

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readSearch(search: Record<string, unknown>): EventsSearch {
  const keys = [search.tags].flat().flatMap((value) => textOf(value).split(','))
  const tags = [...new Set(keys.filter((key) => KEY.test(key)))].slice(0, MAX_TAGS)
  const q = toQuery(textOf(search.q))
  const from = textOf(search.from)
  const to = textOf(search.to)
  const evening = textOf(search.evening)
  const view = textOf(search.view)
  const page = Number(textOf(search.page))
  return {
    ...(textOf(search.filters) === 'true' && { filters: true }),
    ...(q !== '' && { q }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...readFacts(search),
    ...(isCalendarDay(from) && { from }),
    ...(isCalendarDay(to) && { to }),
    ...(isCalendarDay(evening) && { evening }),
    ...((isListView(view) || view === 'map') && { view }),
    ...(Number.isInteger(page) && page > 1 && page <= MAX_PAGE && { page }),
  }
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
  const keys = { tags: tags?.split(',') ?? [], ...(q !== undefined && { text: q }), ...factsPart(search) }
  if (evening !== undefined && evening >= dayOfTonight(nowSeconds)) return { ...keys, evening }
  const today = villageDay(nowSeconds)
  const end = to !== undefined && from !== undefined && to >= today && to >= from ? to : undefined
  const isOver = from !== undefined && from < today && end === undefined
  const start = from === undefined || isOver ? undefined : from < today ? today : from
  return {
    ...keys,
    ...(start !== undefined && { startDate: start }),
    ...(end !== undefined && { endDate: end }),
  }
}

export function searchOf(filter: ProgrammeFilter): Omit<EventsSearch, 'filters' | 'view' | 'page'> {
  const { tags, text, facts, startDate, endDate, evening } = filter
  return {
    ...(text !== undefined && { q: text }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...facts,
    ...(startDate !== undefined && { from: startDate }),
    ...(endDate !== undefined && { to: endDate }),
    ...(evening !== undefined && { evening }),
  }
}

/** The address of the list, or of what lists the same, with this search. */
export function listAddress(search: EventsSearch, path = '/events'): string {
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${path}?${query}` : path
}

export function withoutDays({ tags, text, facts }: ProgrammeFilter): ProgrammeFilter {
  return { tags, ...(text !== undefined && { text }), ...(facts && { facts }) }
}

/** A start before today is ignored; a new start clears an end that is earlier; without a start there is no end. */
export function withStart(filter: ProgrammeFilter, start: string, today: string): ProgrammeFilter {
  if (start === '') return withoutDays(filter)
  if (!isCalendarDay(start) || start < today) return filter
  const { endDate } = filter
  return {
    ...withoutDays(filter),
    startDate: start,
    ...(endDate !== undefined && endDate >= start && { endDate }),
  }
}

/** An end before today or before the start is ignored, as is one without a start. */
export function withEnd(filter: ProgrammeFilter, end: string, today: string): ProgrammeFilter {
  const { startDate } = filter
  if (startDate === undefined) return filter
  const withStartAlone = { ...withoutDays(filter), startDate }
  if (end === '') return withStartAlone
  if (!isCalendarDay(end) || end < earliestEnd(filter, today)) return filter
  return { ...withStartAlone, endDate: end }
}

export function earliestEnd({ startDate }: ProgrammeFilter, today: string): string {
  return startDate !== undefined && startDate > today ? startDate : today
}

/** The same filter with a tag more, or less when it has it. */
export function withTagToggled(filter: ProgrammeFilter, key: string): ProgrammeFilter {
  const { tags } = filter
  return { ...filter, tags: tags.includes(key) ? tags.filter((tag) => tag !== key) : [...tags, key] }
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
  return Object.keys(searchOf(filter)).length > 0
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
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
  name: 'today' | 'tonight' | 'tomorrow' | 'weekend' | 'nextWeekend'
  /** The first and the last village day, `YYYY-MM-DD`. */
  first: string
  last: string
}

const SATURDAY = 6

/**
 * Today, tonight, tomorrow and the weekend, which is Saturday and Sunday; on Sunday it is the next one, because what is left of
 * this one is today. `evening`: the day that tonight is of; the night before stands first.
 */
export function dayRanges(today: string, evening: string): DayRange[] {
  const weekday = weekdayOf(today)
  const saturday = dayAfter(today, SATURDAY - weekday)
  const tomorrow = dayAfter(today, 1)
  const ranges: DayRange[] = [
    { name: 'today', first: today, last: today },
    { name: 'tonight', first: evening, last: evening },
    { name: 'tomorrow', first: tomorrow, last: tomorrow },
    { name: weekday === 0 ? 'nextWeekend' : 'weekend', first: saturday, last: dayAfter(saturday, 1) },
  ]
  return evening < today ? ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1)) : ranges
}

export function rangeFilter({ name, first, last }: DayRange, filter: ProgrammeFilter): ProgrammeFilter {
  const rest = withoutDays(filter)
  return name === 'tonight' ? { ...rest, evening: first } : { ...rest, startDate: first, endDate: last }
}

export function isRangeOf(range: DayRange, filter: ProgrammeFilter): boolean {
  const { startDate, endDate, evening } = rangeFilter(range, { tags: [] })
  return filter.startDate === startDate && filter.endDate === endDate && filter.evening === evening
}

export const RANGE_LABELS = {
  today: m.events_today,
  tonight: m.events_tonight,
  tomorrow: m.events_tomorrow,
  weekend: m.events_weekend,
  nextWeekend: m.events_next_weekend,
}

interface ActiveFilter {
  text: string
  without: ProgrammeFilter
}

/** Days that are none of the ranges: 'From: {date}' and 'To: {date}' (rules 2.5), or an evening to come. The end falls with the start: there is none without one. */
export function pickedDays(filter: ProgrammeFilter, ranges: readonly DayRange[]): ActiveFilter[] {
  const { startDate, endDate, evening } = filter
  if (ranges.some((range) => isRangeOf(range, filter))) return []
  const without = withoutDays(filter)
  if (evening !== undefined) return [{ text: m.events_evening(dateOf(evening)), without }]
  return [
    ...(startDate === undefined ? [] : [{ text: m.events_from(dateOf(startDate)), without }]),
    ...(startDate === undefined || endDate === undefined
      ? []
      : [{ text: m.events_to(dateOf(endDate)), without: { ...without, startDate } }]),
  ]
}

function dateOf(day: string) {
  return { date: dayText(day, getLocale()) }
}

/** The search of the address, and nothing else of it: the router leaves in what `readSearch` has left out. */
export function useEventsSearch(): EventsSearch {
  return useSearch({ from: '/events', select: readSearch, structuralSharing: true })
}
