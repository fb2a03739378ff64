import { notFound, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { villageDay } from '@/domain/time/local-time'
import { daysToCome, weekOf } from './iso-week'
import { weekQuery } from './week-query'
import { weekFilter } from './week-search'
import type { WeekSearch } from './week-search'

interface WeekContext {
  queryClient: QueryClient
  programme: ProgrammeReader
  nowSeconds: number
}

/** Loads a week of an address, this one without a name, before its page is shown. Split from the first load, where every route's loader would be. */
export async function loadWeek(
  { queryClient, programme, nowSeconds }: WeekContext,
  week: string | undefined,
  search: WeekSearch,
): Promise<void> {
  const days = daysToShow(week, nowSeconds, search)
  const loaded = queryClient.fetchQuery(weekQuery(programme, days, weekFilter(search)))
  // The server fails with the week; a browser says on its page what is wrong.
  if (import.meta.env.SSR) await loaded
  else loaded.catch(() => undefined)
}

/** The days of a week in an address: what is no week is not found, one that is over leads to this one. */
function daysToShow(week: string | undefined, nowSeconds: number, search: WeekSearch): string[] {
  const today = villageDay(nowSeconds)
  const days = daysToCome(week ?? weekOf(today), today)
  if (days === undefined) throw notFound()
  if (days.length === 0) throw redirect({ to: '/week', search, replace: true })
  return days
}
