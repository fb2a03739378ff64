import type { TimeBlock } from '@/domain/timetable'
import { endOfDay, parseDate, parseDateTime, toEpochSeconds } from '@/domain/village-time'

/** When a block ends, in epoch seconds; Infinity when it cannot be read, so that validation says why. */
export function endOfBlock({ end_time, is_all_day }: TimeBlock): number {
  if (is_all_day) {
    const day = parseDate(end_time)
    return day === undefined ? Number.POSITIVE_INFINITY : endOfDay(day)
  }
  const wall = parseDateTime(end_time)
  return wall === undefined ? Number.POSITIVE_INFINITY : toEpochSeconds(wall)
}
