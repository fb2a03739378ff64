import { queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { originOf, pageHead, type RouterContext } from '@/client/shared/layout/page-head'
import { textOf } from '@/client/shared/links/web-url'
import { LOCAL_FIRST, PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import { dayNames } from '@/client/shared/time/event-dates'
import { weekCardPath } from '@/contract/events/calendar-files'
import type { PublicEvent } from '@/contract/events/events'
import { factsPart, readFacts } from '@/domain/events/event-fields'
import { isCalendarDay, villageDay, dayAfter, daysBetween, weekdayOf } from '@/domain/time/local-time'
import { listedDay } from '@/domain/timetables/recurrence'
import * as m from '@/messages/compiled/messages.js'
import { isLocale, type Locale } from '@/messages/compiled/runtime.js'
import type { ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'
import { SITE } from '@/site/site'

/** The server gives this many at once. */
const PER_PAGE = 100

/** Events that begin on a day of the week, or go on from before its first. */
export interface WeekDay {
  day: string
  events: readonly PublicEvent[]
}

/** The dates of the village days of a week, from the replica where it is complete: each under its first day of the week, once. */
export function weekQuery(programme: ProgrammeReader, days: readonly string[], filter: ProgrammeFilter) {
  return queryOptions({
    ...LOCAL_FIRST,
    queryKey: [...PROGRAMME_KEY, 'week', days[0], filter],
    queryFn: async () => {
      const [first = '', last] = [days[0], days.at(-1)]
      const week = { ...filter, startDate: first, endDate: last, isEachDate: true }
      const pages = [await programme.list(week, 1, PER_PAGE)]
      while (pages.at(-1)?.data.has_more) pages.push(await programme.list(week, pages.length + 1, PER_PAGE))
      const events = pages.flatMap(({ data }) => data.items)
      return {
        data: days.map((day) => ({ day, events: events.filter((one) => listedDay(one, first) === day) })),
        savedAt: pages[0]?.savedAt,
      }
    },
  })
}

// Weeks as ISO 8601 counts them: `2026-W49`, from Monday on; the first of a year has its first Thursday. They are counted without Temporal.

const WEEK = /^(\d{4})-W(\d{2})$/

/** The week of a village day `YYYY-MM-DD`. */
export function weekOf(day: string): string {
  const thursday = dayAfter(mondayOf(day), 3)
  const year = thursday.slice(0, 4)
  const number = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1
  return `${year}-W${String(number).padStart(2, '0')}`
}

/**
 * The village days of a week in an address, without those that are over; undefined when there is no such week. No address:
 * the seven days from today on, so that on a Saturday there is more to read than two of them.
 */
export function daysToCome(week: string | undefined, today: string): string[] | undefined {
  if (week === undefined) return sevenFrom(today)
  const [, year = '', number = ''] = WEEK.exec(week) ?? []
  // The fourth of January is always in the first week.
  const first = `${year}-01-04`
  if (!isCalendarDay(first)) return undefined
  const monday = dayAfter(mondayOf(first), (Number(number) - 1) * 7)
  return weekOf(monday) === week ? sevenFrom(monday).filter((day) => day >= today) : undefined
}

const sevenFrom = (day: string) => Array.from({ length: 7 }, (_, n) => dayAfter(day, n))
const mondayOf = (day: string) => dayAfter(day, -((weekdayOf(day) + 6) % 7))

/** Loads the week of an address before its page is shown, and gives its head. One that is over leads to the days to come. */
export async function loadWeek(context: RouterContext, search: WeekSearch, week?: string) {
  const { queryClient, programme, nowSeconds, locale } = context
  const today = villageDay(nowSeconds)
  const days = daysToCome(week, today)
  if (days === undefined) throw notFound()
  if (days.length === 0) throw redirect({ to: '/week', search, replace: true })
  const head = {
    title: weekTitle(days, today, locale),
    path: week === undefined ? '/week' : `/week/${week}`,
    origin: originOf(context),
  }
  const loaded = queryClient.fetchQuery(weekQuery(programme, days, weekFilter(search)))
  // The server fails with the week; a browser says on its page what is wrong.
  if (!import.meta.env.SSR) {
    loaded.catch(() => undefined)
    return pageHead(head)
  }
  await loaded
  return pageHead({
    ...head,
    description: m.week_description({ village: SITE.village }),
    // Its week is that of most of the days.
    card: weekCardPath(mondayOf(days[days.length >> 1] ?? today), locale),
  })
}

/** A database cannot even be asked for a key with other characters. */
const KEYS = /^[^\p{Cc}\p{Cs}]+$/u

export type WeekSearch = ReturnType<typeof readWeekSearch>

/** An address that anyone may have written. `lang` is the sheet's: a village prints for guests who read another one. */
export function readWeekSearch({ tags, lang, ...search }: Record<string, unknown>) {
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

/** 'November 28 – December 4', with the year where it is not today's. */
export function rangeText(days: readonly string[], today: string, locale: Locale): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [start, end] = [first, last].map((day) => dayNames(day, today, locale).date)
  return first === last ? `${end}` : `${start} – ${end}`
}
