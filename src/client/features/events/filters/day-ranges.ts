import { dayAfter, weekdayOf } from '@/client/shared/time/village-days'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import { withoutDays } from './event-filters'

type RangeName = 'today' | 'tonight' | 'tomorrow' | 'weekend' | 'nextWeekend' | 'week' | 'day'

/** A range of days that the list offers. */
export interface DayRange {
  name: RangeName
  /** The first and the last village day, `YYYY-MM-DD`. */
  first: string
  last: string
}

/** The last day of two weeks that begin today. */
const LAST_DAY = 13
const SATURDAY = 6

/**
 * Today, tonight, tomorrow, the weekend, seven days with today, then day by day. A weekend is Saturday and Sunday; on Sunday
 * it is the next one, because what is left of this one is today. `evening`: the day that tonight is of; the night before stands first.
 */
export function dayRanges(today: string, evening: string): DayRange[] {
  const range = (name: RangeName, first: number, last = first): DayRange => ({
    name,
    first: dayAfter(today, first),
    last: dayAfter(today, last),
  })
  const weekday = weekdayOf(today)
  const saturday = SATURDAY - weekday
  const tonight: DayRange = { name: 'tonight', first: evening, last: evening }
  const ranges = [
    ...(evening < today ? [tonight, range('today', 0)] : [range('today', 0), tonight]),
    range('tomorrow', 1),
    range(weekday === 0 ? 'nextWeekend' : 'weekend', saturday, saturday + 1),
    range('week', 0, 6),
  ]
  for (let day = 2; day <= LAST_DAY; day++) ranges.push(range('day', day))
  return ranges
}

/** A filter with the days of a range, in place of its own. */
export function rangeFilter({ name, first, last }: DayRange, filter: ProgrammeFilter): ProgrammeFilter {
  const rest = withoutDays(filter)
  return name === 'tonight' ? { ...rest, evening: first } : { ...rest, startDate: first, endDate: last }
}

/** Whether a filter looks for exactly this range. */
export function isRangeOf(range: DayRange, filter: ProgrammeFilter): boolean {
  const { startDate, endDate, evening } = rangeFilter(range, { tags: [] })
  return filter.startDate === startDate && filter.endDate === endDate && filter.evening === evening
}
