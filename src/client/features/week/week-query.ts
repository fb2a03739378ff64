import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import type { ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'
import { dayAfter, noonOf } from '@/client/shared/time/village-days'
import { SECONDS_PER_DAY, villageDay, isCalendarDay } from '@/domain/time/local-time'
import { weekCardPath } from '@/contract/events/calendar-files'
import { isLocale, type Locale } from '@/messages/compiled/runtime.js'
import { textOf } from '@/client/shared/links/web-url'
import { factsPart, readFacts, type FactsFilter } from '@/domain/events/event-fields'
import { dayNames } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

/** No sheet of paper has more on one day. */
const MAX_OF_DAY = 100

/** Events that begin on a day of the week, or go on from before its first. */
export interface WeekDay {
  /** Village day `YYYY-MM-DD`. */
  day: string
  events: readonly PublicEvent[]
}

/** The dates of the village days of a week, from the replica where it is complete: each under its first day of the week, once. */
export function weekQuery(programme: ProgrammeReader, days: readonly string[], filter: ProgrammeFilter) {
  return queryOptions({
    queryKey: [...PROGRAMME_KEY, 'week', days[0], filter],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async () => {
      const read = await Promise.all(
        days.map((day) =>
          programme.list({ ...filter, startDate: day, endDate: day, isEachDate: true }, 1, MAX_OF_DAY),
        ),
      )
      const savedAt = read.find((one) => one.savedAt !== undefined)?.savedAt
      return {
        data: eachOnce(
          days,
          read.map(({ data }) => data.items),
        ),
        savedAt,
      }
    },
  })
}

function eachOnce(days: readonly string[], lists: readonly (readonly PublicEvent[])[]): WeekDay[] {
  const seen = new Set<string>()
  return days.map((day, n) => ({
    day,
    events: (lists[n] ?? []).filter(({ id, start_time }) => {
      const key = `${id} ${start_time}`
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    }),
  }))
}

/**
 * Weeks as ISO 8601 counts them: `2026-W49`, from Monday on; the first of a year has its first Thursday. They are counted without Temporal.
 */

const WEEK = /^(\d{4})-W(\d{2})$/

/** The week of a village day `YYYY-MM-DD`. */
export function weekOf(day: string): string {
  const thursday = dayAfter(mondayOf(day), 3)
  const year = thursday.slice(0, 4)
  const days = (noonOf(thursday) - noonOf(`${year}-01-01`)) / SECONDS_PER_DAY
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`
}

/** The seven village days of a week, from Monday on; undefined when there is no such week. */
export function daysOfWeek(week: string): string[] | undefined {
  const [, year = '', number = ''] = WEEK.exec(week) ?? []
  // The fourth of January is always in the first week.
  const first = `${year}-01-04`
  if (!isCalendarDay(first)) return undefined
  const monday = dayAfter(mondayOf(first), (Number(number) - 1) * 7)
  return weekOf(monday) === week ? Array.from({ length: 7 }, (_, n) => dayAfter(monday, n)) : undefined
}

/**
 * The village days of a week in an address, without those that are over; undefined when there is no such week. No address:
 * the seven days from today on, so that on a Saturday there is more to read than two of them.
 */
export function daysToCome(week: string | undefined, today: string): string[] | undefined {
  if (week === undefined) return Array.from({ length: 7 }, (_, n) => dayAfter(today, n))
  return daysOfWeek(week)?.filter((day) => day >= today)
}

function mondayOf(day: string): string {
  const weekday = new Date(noonOf(day) * 1000).getUTCDay()
  return dayAfter(day, -((weekday + 6) % 7))
}

interface WeekContext {
  queryClient: QueryClient
  programme: ProgrammeReader
  nowSeconds: number
  locale: Locale
}

/** The title of the page and, on the server, the path of the picture for its link previews. */
interface LoadedWeek {
  title: string
  card?: string | undefined
}

/** Loads the week of an address before its page is shown. One that is over leads to the days to come. */
export async function loadWeek(
  { queryClient, programme, nowSeconds, locale }: WeekContext,
  week: string | undefined,
  search: WeekSearch,
): Promise<LoadedWeek> {
  const today = villageDay(nowSeconds)
  const days = daysToCome(week, today)
  if (days === undefined) throw notFound()
  if (days.length === 0) throw redirect({ to: '/week', search, replace: true })
  const title = weekTitle(days, today, locale)
  const loaded = queryClient.fetchQuery(weekQuery(programme, days, weekFilter(search)))
  // The server fails with the week; a browser says on its page what is wrong.
  if (!import.meta.env.SSR) {
    loaded.catch(() => undefined)
    return { title }
  }
  await loaded
  // Its week is that of most of the days.
  return { title, card: weekCardPath(mondayOf(days[days.length >> 1] ?? today), locale) }
}

/** A database cannot even be asked for a key with other characters. */
const KEYS = /^[^\p{Cc}\p{Cs}]+$/u

export interface WeekSearch extends FactsFilter {
  /** Keys, joined by commas. */
  tags?: string
  /** The language of the sheet: a village prints for guests who read another one. */
  lang?: Locale
}

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readWeekSearch({ tags, lang, ...search }: Record<string, unknown>): WeekSearch {
  const keys = textOf(tags)
  return {
    ...(keys !== undefined && KEYS.test(keys) && { tags: keys }),
    ...readFacts(search),
    ...(isLocale(lang) && { lang }),
  }
}

export function weekFilter({ tags, ...search }: WeekSearch): ProgrammeFilter {
  return { tags: tags?.split(',').filter((key) => key !== '') ?? [], ...factsPart(search) }
}

/** The title of a week of which these village days are to come: 'This week in Ericeira', or the dates of a later one. */
export function weekTitle(days: readonly string[], today: string, locale: Locale): string {
  const { village } = SITE
  if (days[0] === today) return m.week_title({ village }, { locale })
  return m.week_title_later({ village, dates: rangeText(days, today, locale) }, { locale })
}

/** 'November 28–29', 'November 28 – December 4', with the year where it is not today's. */
export function rangeText(days: readonly string[], today: string, locale: Locale): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [start, end] = [dayNames(first, today, locale).date, dayNames(last, today, locale).date]
  if (first === last) return end
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${start} – ${end}`
  const [from, to] = [first, last].map((day) => String(Number(day.slice(8))))
  return locale === 'pt' ? `${from}–${end}` : end.replace(` ${to}`, ` ${from}–${to}`)
}
