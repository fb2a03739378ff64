import { startOfDay, villageDate } from './village-time'

/**
 * When the last weeks began: Mondays 00:00 in the village, epoch seconds, the oldest first, the last one the week that
 * `nowSeconds` is in. Needs `ensureTemporal()` first.
 */
export function weekStarts(nowSeconds: number, count: number): number[] {
  const today = villageDate(nowSeconds)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  return Array.from({ length: count }, (_, n) => startOfDay(monday.subtract({ weeks: count - 1 - n })))
}
