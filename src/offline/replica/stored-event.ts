import { type ProgrammeEvent, programmeEventSchema, type PublicEvent } from '@/contract/events/events'
import { announced } from '@/domain/events/event-state'
import { photoHash } from '@/domain/events/photo'
import { datesOf, occurrenceOn } from '@/domain/timetables/recurrence'
import type { StoredEvent } from './database'

export function storedEvent(event: ProgrammeEvent, storedAt: number): StoredEvent {
  const photo = event.photo === undefined ? undefined : photoHash(event.photo)
  return {
    id: event.id,
    event,
    ...(photo === undefined ? {} : { photo }),
    endsAt: endOf(event),
    storedAt,
  }
}

/** End of its last occurrence, stored or of its rule: no sync says that a period has ended. */
export function endOf({ end_time, schedules, recurrence }: ProgrammeEvent): number {
  const ends = [end_time, ...schedules.map((one) => one.end_time)]
  if (recurrence === undefined) return Math.max(...ends)
  const { rule } = recurrence
  const last = datesOf(rule)
    .slice(-1)
    .flatMap((day) => occurrenceOn(day, rule)?.end_time ?? [])
  return Math.max(...ends, ...last)
}

/** The event of a record; undefined when the record is damaged. */
export function readStoredEvent(record: StoredEvent | undefined): ProgrammeEvent | undefined {
  const read = programmeEventSchema.safeParse(record?.event)
  return read.success ? read.data : undefined
}

/**
 * The record of an event that a page has fetched. A whole event replaces the record. A row of a list knows one occurrence: the
 * others and the rule that the device has stay, until a sync brings the whole event.
 */
export function mergeFetched(
  known: ProgrammeEvent | undefined,
  fetched: PublicEvent | ProgrammeEvent,
): ProgrammeEvent {
  if ('schedules' in fetched && fetched.schedules.length > 0) return fetched
  const { start_time, end_time, is_all_day } = fetched
  const announcement = announced(fetched)
  const others = (known?.schedules ?? []).filter((schedule) => schedule.start_time !== start_time)
  const schedules = [...others, { start_time, end_time, is_all_day, ...announcement }].toSorted(
    (a, b) => a.start_time - b.start_time || a.end_time - b.end_time,
  )
  return {
    ...fetched,
    schedules,
    ...(known?.rule && { rule: known.rule }),
    ...(known?.organiser && { organiser: known.organiser }),
  }
}
