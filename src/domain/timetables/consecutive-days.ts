import { isOneDay } from '@/domain/events/evening'
import type { Occurrence } from './occurrence'
import type { ListedOccurrences } from './shown-occurrence'
import { SECONDS_PER_DAY, villageWall, wallSeconds } from '@/domain/time/local-time'

/** The wall clock of an occurrence, in seconds as if it were UTC's. */
function wallOf({ start_time, end_time }: Occurrence): { start: number; end: number } {
  return { start: wallSeconds(villageWall(start_time)), end: wallSeconds(villageWall(end_time)) }
}

const dayOf = (wall: number) => Math.floor(wall / SECONDS_PER_DAY)

/** The day that something belongs to last, counted since 1970: an evening that goes on past midnight is of the one it began on. */
function lastDayOf({ start, end }: ReturnType<typeof wallOf>): number {
  return isOneDay(start, end) ? dayOf(start) : dayOf(end - 1)
}

/**
 * The occurrences that make a festival: those of an event without a rule on days that follow one another, among them the one that
 * begins at `startTime` (epoch seconds), ordered by start. Empty when that is on a day of its own.
 */
export function consecutiveDays<O extends Occurrence>(
  { schedules, rule }: ListedOccurrences<O>,
  startTime: number,
): readonly O[] {
  if (rule !== undefined) return []
  const runs: O[][] = []
  let lastDay = Number.NEGATIVE_INFINITY
  for (const one of schedules.toSorted((a, b) => a.start_time - b.start_time)) {
    const wall = wallOf(one)
    const run = runs.at(-1)
    if (run !== undefined && dayOf(wall.start) <= lastDay + 1) run.push(one)
    else runs.push([one])
    lastDay = Math.max(lastDay, lastDayOf(wall))
  }
  const found = runs.find((run) => run.some(({ start_time }) => start_time === startTime)) ?? []
  const days = new Set(found.map((one) => dayOf(wallOf(one).start)))
  return days.size > 1 ? found : []
}

/** Whether each day has one occurrence, and all of them are at the same hours of the village's clock. */
export function isSameEveryDay(days: readonly Occurrence[]): boolean {
  const walls = days.map(wallOf)
  const hours = walls.map(({ start, end }, index) => {
    const midnight = dayOf(start) * SECONDS_PER_DAY
    return `${days[index]?.is_all_day} ${start - midnight} ${end - midnight}`
  })
  return new Set(hours).size === 1 && new Set(walls.map(({ start }) => dayOf(start))).size === days.length
}
