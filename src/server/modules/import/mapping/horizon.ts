import { startOfDay, villageDate } from '@/domain/time/village-time'

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
  const today = villageDate(nowSeconds)
  const quarter = today.with({ month: Math.floor((today.month - 1) / 3) * 3 + 1, day: 1 })
  return { seconds: startOfDay(quarter.add({ months: MONTHS_AHEAD })) - 1, name: quarter.toString() }
}
