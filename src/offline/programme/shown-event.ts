import type { ProgrammeEvent } from '@/contract/events/events'
import { firstOccurrence } from '@/domain/timetables/occurrence'
import type { Occurrence } from '@/domain/timetables/occurrence'
import { announced, withState } from '@/domain/events/event-state'
import { occurrenceOfDay } from '@/domain/timetables/shown-occurrence'
import { villageMidnight } from '@/domain/time/local-time'

/**
 * The event with the times of the occurrence that its page shows first: that of the village day `YYYY-MM-DD` in the address,
 * so that what a list of that day shows is what its page shows; else the next one. `now` is epoch seconds.
 */
export function shownEvent<E extends ProgrammeEvent>(
  event: E,
  { date, now }: { date: string | undefined; now: number },
): { event: E; chosenDay: string | undefined } {
  const chosen = date === undefined ? undefined : eventOfDay(event, date, now)
  if (chosen !== undefined && chosen.end_time > now) return { event: chosen, chosenDay: date }
  // A page may stay open for longer than what it began with.
  const next = firstOccurrence(event.schedules, { from: now })
  return { event: next === undefined ? event : at(event, next, now), chosenDay: undefined }
}

/** The event with the times of its occurrence on a village day; undefined when nothing that is to come is on that day. */
export function eventOfDay<E extends ProgrammeEvent>(event: E, day: string, now: number): E | undefined {
  const occurrence = occurrenceOfDay(event, day)
  return occurrence && at(event, occurrence, Math.max(now, villageMidnight(day)))
}

/** The event with the state of the day that the occurrence stands for, seen from an instant on. */
function at<E extends ProgrammeEvent>(event: E, occurrence: Occurrence, fromSeconds: number): E {
  const { start_time, end_time, is_all_day, ...announcement } = withState(
    occurrence,
    event.states,
    fromSeconds,
  )
  return {
    ...event,
    state: undefined,
    note: undefined,
    start_time,
    end_time,
    is_all_day,
    ...announced(announcement),
  }
}
