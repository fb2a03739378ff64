import { type ProgrammeEvent, programmeEventSchema, type PublicEvent } from '@/contract/events/events'
import { announced } from '@/domain/events/event-state'
import { photoHash } from '@/domain/events/photo'
import type { StoredEvent } from './database'

/** A recurring event goes on after its stored occurrences. */
const NOT_OVER = Number.MAX_SAFE_INTEGER

export function storedEvent(event: ProgrammeEvent, storedAt: number): StoredEvent {
  const photo = event.photo === undefined ? undefined : photoHash(event.photo)
  const ends = event.schedules.map((schedule) => schedule.end_time)
  return {
    id: event.id,
    event,
    ...(photo === undefined ? {} : { photo }),
    endsAt: event.recurrence === undefined ? Math.max(event.end_time, ...ends) : NOT_OVER,
    storedAt,
  }
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
