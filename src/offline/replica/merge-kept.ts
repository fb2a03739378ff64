import type { ProgrammeEvent, PublicEvent } from '@/contract/events'

/**
 * What is kept of an event that a page has met. A whole event replaces what was there. A row of a list knows one
 * occurrence: the others that the device has stay, until the mirror brings the timetable up to date.
 */
export function mergeKept(
  known: ProgrammeEvent | undefined,
  met: PublicEvent | ProgrammeEvent,
): ProgrammeEvent {
  if ('schedules' in met && met.schedules.length > 0) return met
  const { start_time, end_time, is_all_day } = met
  const others = (known?.schedules ?? []).filter((schedule) => schedule.start_time !== start_time)
  const schedules = [...others, { start_time, end_time, is_all_day }].toSorted(
    (a, b) => a.start_time - b.start_time || a.end_time - b.end_time,
  )
  return { ...met, schedules }
}
