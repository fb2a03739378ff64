import { queryOptions } from '@tanstack/react-query'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import type { ProgrammeFilter, ProgrammeReader } from '@/offline/programme/programme-reader'

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
