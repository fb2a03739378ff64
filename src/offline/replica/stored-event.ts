import type { ProgrammeEvent, PublicEvent } from '@/contract/events/events'
import { photoHash } from '@/domain/events/event'
import { announced } from '@/domain/events/event-state'
import { datesOf, occurrenceOn } from '@/domain/timetables/recurrence'

/** A published event on this device. */
export interface StoredEvent {
  id: string
  event: ProgrammeEvent
  /** The hash of its photo; absent without one. */
  photo?: string
  /** End of its last occurrence, epoch seconds. */
  endsAt: number
  /** The time when the server last sent it, epoch ms. */
  storedAt: number
}

export function storedEvent(event: ProgrammeEvent, storedAt: number): StoredEvent {
  const photo = event.photo === undefined ? undefined : photoHash(event.photo)
  return { id: event.id, event, ...(photo !== undefined && { photo }), endsAt: endOf(event), storedAt }
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

/** A row of a list knows one occurrence: the others and the rule that the device has stay. */
export function mergeFetched(
  known: ProgrammeEvent | undefined,
  fetched: PublicEvent | ProgrammeEvent,
): ProgrammeEvent {
  if ('schedules' in fetched && fetched.schedules.length > 0) return fetched
  const { start_time, end_time, is_all_day } = fetched
  const others = (known?.schedules ?? []).filter((schedule) => schedule.start_time !== start_time)
  const schedules = [...others, { start_time, end_time, is_all_day, ...announced(fetched) }].toSorted(
    (a, b) => a.start_time - b.start_time || a.end_time - b.end_time,
  )
  return {
    ...fetched,
    schedules,
    ...(known?.rule && { rule: known.rule }),
    ...(known?.organiser && { organiser: known.organiser }),
  }
}
