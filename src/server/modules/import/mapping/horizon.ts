import { parseDate, startOfDay, villageDate } from '@/domain/time/village-time'

/** How far a series without an end is taken: five quarters, and further with each new quarter. */
const MONTHS_AHEAD = 15

export interface Horizon {
  /** Epoch seconds. */
  seconds: number
  /** Names the quarter that it counts from: a series that goes on is changed when it is another. */
  name: string
}

/** The same for a quarter of a year, so that importing again tomorrow changes nothing. */
export function horizonOf(nowSeconds: number): Horizon {
  const quarter = quarterOf(villageDate(nowSeconds))
  return { seconds: startOfDay(quarter.add({ months: MONTHS_AHEAD })) - 1, name: quarter.toString() }
}

/**
 * Names the time in which a list that was cut at `lastStart` (`YYYY-MM-DD …`) is the same: the longest of a quarter, a month, a week and a
 * day that is over before the list is. A new one each day would make the series news each night.
 */
export function cutPeriodOf(lastStart: string, nowSeconds: number): string {
  const today = villageDate(nowSeconds)
  const { days } = today.until(parseDate(lastStart.slice(0, 10)) ?? today)
  if (days >= 92) return quarterOf(today).toString()
  if (days >= 31) return today.with({ day: 1 }).toString()
  if (days >= 7) return today.subtract({ days: today.dayOfWeek - 1 }).toString()
  return today.toString()
}

/** The first day of the quarter. */
function quarterOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.with({ month: Math.floor((date.month - 1) / 3) * 3 + 1, day: 1 })
}
