import { noonOf, villageDay } from '@/client/kit/event-dates'

/** The first and the last village day of what a visitor looks for, `YYYY-MM-DD`. */
export interface DayRange {
  startDate: string
  endDate: string
}

/** The days that the row shows one by one end here: two weeks with today. */
const DAYS_SHOWN = 14
const SATURDAY = 6
const DAY = 86_400

/** What the list offers to look for, as of today. A weekend is Saturday and Sunday; on Sunday it is today. */
export function dayRanges(today: string): {
  today: DayRange
  tomorrow: DayRange
  weekend: DayRange
  nextDays: DayRange
  /** One by one, from the day after tomorrow. */
  days: DayRange[]
} {
  const range = (first: number, last = first) => ({
    startDate: dayAfter(today, first),
    endDate: dayAfter(today, last),
  })
  const weekday = new Date(noonOf(today) * 1000).getUTCDay()
  return {
    today: range(0),
    tomorrow: range(1),
    weekend: weekday === 0 ? range(0) : range(SATURDAY - weekday, SATURDAY - weekday + 1),
    nextDays: range(0, 6),
    days: Array.from({ length: DAYS_SHOWN - 2 }, (_, index) => range(index + 2)),
  }
}

/** The village day `count` days after another. */
export function dayAfter(day: string, count: number): string {
  return villageDay(noonOf(day) + count * DAY)
}
