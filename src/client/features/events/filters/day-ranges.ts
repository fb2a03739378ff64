import { noonOf } from '@/client/shared/time/event-dates'
import { dayAfter } from '@/client/shared/time/village-days'

/** The first and the last village day of what a visitor looks for, `YYYY-MM-DD`. */
export interface DayRange {
  startDate: string
  endDate: string
}

/** Two weeks with today. */
const LAST_DAY = 13
const SATURDAY = 6

/**
 * What the list offers to look for: today, tomorrow, the weekend, seven days with today, then day by day. A weekend is
 * Saturday and Sunday; on Sunday it is today.
 */
export function dayRanges(today: string): DayRange[] {
  const range = (first: number, last = first) => ({
    startDate: dayAfter(today, first),
    endDate: dayAfter(today, last),
  })
  const weekday = new Date(noonOf(today) * 1000).getUTCDay()
  const saturday = SATURDAY - weekday
  const ranges = [range(0), range(1), weekday === 0 ? range(0) : range(saturday, saturday + 1), range(0, 6)]
  for (let day = 2; day <= LAST_DAY; day++) ranges.push(range(day))
  return ranges
}
