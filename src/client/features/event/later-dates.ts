import type { ProgrammeEvent } from '@/contract/events'

/** The occurrences still to come besides the one that the page shows. `now` is epoch seconds. */
export function laterDates({ schedules, start_time }: ProgrammeEvent, now: number) {
  return schedules.filter((one) => one.start_time !== start_time && one.end_time >= now)
}
