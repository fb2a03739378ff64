import type { TimeBlock } from '@/domain/timetables/timetable'
import { endOfDay, parseDate, parseDateTime, toEpochSeconds } from '@/domain/time/village-time'

/** When a block ends, in epoch seconds; Infinity when it cannot be read, so that validation says why. */
export function endOfBlock({ end_time, is_all_day }: TimeBlock): number {
  if (is_all_day) {
    const day = parseDate(end_time)
    return day === undefined ? Number.POSITIVE_INFINITY : endOfDay(day)
  }
  const wall = parseDateTime(end_time)
  return wall === undefined ? Number.POSITIVE_INFINITY : toEpochSeconds(wall)
}

/** Whether two blocks have the same times of day, whatever their days: found by their texts, before any are reckoned with. */
export function isAtSameTime(one: TimeBlock, other: TimeBlock): boolean {
  const dayLength = 'yyyy-mm-dd'.length
  return (
    one.start_time.slice(dayLength) === other.start_time.slice(dayLength) &&
    one.end_time.slice(dayLength) === other.end_time.slice(dayLength)
  )
}
