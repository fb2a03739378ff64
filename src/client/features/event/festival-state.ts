import type { ProgrammeEvent } from '@/contract/events/events'
import { announced } from '@/domain/events/event-state'
import type { AnnouncedOccurrence } from '@/domain/events/event-state'

/**
 * A festival's page is about all of its days: its event has what is said of every one of them alike, else what is said of the
 * event as a whole. What is said of one day is that day's (`DayStates`).
 */
export function withFestivalState<E extends ProgrammeEvent>(
  event: E,
  days: readonly AnnouncedOccurrence[],
): E {
  const [first] = days
  if (first === undefined) return event
  const isSame = (field: 'state' | 'note') => days.every((one) => one[field] === first[field])
  const { state, note } = isSame('state')
    ? { state: first.state, note: isSame('note') ? first.note : undefined }
    : announced(event.states?.whole)
  return { ...event, state, note }
}
