import type { ProgrammeEvent } from '@/contract/events/events'
import { announced } from '@/domain/events/event-state'
import { consecutiveDays } from '@/domain/timetables/consecutive-days'

/**
 * `days` of the festival that the shown occurrence is a part of; empty for one day. A festival's page is about all of them: its event
 * has what is said of every one to come alike, else what is said of the event as a whole. What is said of one day is that
 * day's (`DayStates`). `now` is epoch seconds.
 */
export function withFestivalState<E extends ProgrammeEvent>(event: E, now: number) {
  const days = consecutiveDays(event, event.start_time)
  const toCome = days.filter(({ end_time }) => end_time > now)
  const [first] = toCome
  if (first === undefined) return { event, days }
  const isSame = (field: 'state' | 'note') => toCome.every((one) => one[field] === first[field])
  const { state, note } = isSame('state')
    ? { state: first.state, note: isSame('note') ? first.note : undefined }
    : announced(event.states?.whole)
  return { event: { ...event, state, note }, days }
}
