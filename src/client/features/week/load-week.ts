import { notFound, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { weekCardPath } from '@/contract/events/cards'
import { villageDay } from '@/domain/time/local-time'
import type { Locale } from '@/messages/compiled/runtime.js'
import { daysOfWeek, daysToCome, weekOf } from './iso-week'
import { weekQuery } from './week-query'
import { weekFilter } from './week-search'
import type { WeekSearch } from './week-search'
import { weekTitle } from './week-title'

interface WeekContext {
  queryClient: QueryClient
  programme: ProgrammeReader
  nowSeconds: number
  locale: Locale
}

interface LoadedWeek {
  title: string
  card?: string | undefined
}

/**
 * Loads a week of an address, this one without a name, before its page is shown; returns its title and, on the server, the path of the
 * picture for its link previews.
 */
export async function loadWeek(
  { queryClient, programme, nowSeconds, locale }: WeekContext,
  week: string | undefined,
  search: WeekSearch,
): Promise<LoadedWeek> {
  const today = villageDay(nowSeconds)
  const days = daysToShow(week, today, search)
  const title = weekTitle(days, today, locale)
  const loaded = queryClient.fetchQuery(weekQuery(programme, days, weekFilter(search)))
  // The server fails with the week; a browser says on its page what is wrong.
  if (!import.meta.env.SSR) {
    loaded.catch(() => undefined)
    return { title }
  }
  await loaded
  const monday = daysOfWeek(week ?? weekOf(today))?.[0]
  return { title, card: monday && weekCardPath(monday, locale) }
}

/** The days of a week in an address: what is no week is not found, one that is over leads to this one. */
function daysToShow(week: string | undefined, today: string, search: WeekSearch): string[] {
  const days = daysToCome(week ?? weekOf(today), today)
  if (days === undefined) throw notFound()
  if (days.length === 0) throw redirect({ to: '/week', search, replace: true })
  return days
}
