import type { ProgrammeEvent } from '@/contract/events'
import { occurrenceOfDay } from '@/domain/shown-occurrence'

/**
 * The event with the times of its occurrence on a village day `YYYY-MM-DD`: what a list of that day shows is what its page
 * shows first. Undefined when nothing that is to come is on that day.
 */
export function eventOfDay<E extends ProgrammeEvent>(event: E, day: string): E | undefined {
  const occurrence = occurrenceOfDay(event, day)
  if (occurrence === undefined) return undefined
  const { start_time, end_time, is_all_day } = occurrence
  return { ...event, start_time, end_time, is_all_day }
}
