import type { FactsFilter } from '@/domain/events/event-fields'
import type { OwnEvent, PublicEvent, Tag, ProgrammeEvent } from '@/contract/events/events'
import type { Outcome } from '@/offline/api/next-step'
import { firstOccurrence, occurrenceOfDay, type Occurrence } from '@/domain/timetables/recurrence'
import { announced, withState } from '@/domain/events/event-state'
import { villageMidnight } from '@/domain/time/local-time'

/** A visitor's filter; dates are village days `YYYY-MM-DD`. */
export interface ProgrammeFilter {
  tags: readonly string[]
  text?: string | undefined
  facts?: FactsFilter | undefined
  place?: string | undefined
  organiser?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  isEachDate?: boolean | undefined
  evening?: string | undefined
}

export const NO_FILTER: ProgrammeFilter = { tags: [] }

/** The data that was read and, if it came from this device, when it was stored there (epoch ms). */
export interface Fetched<T> {
  data: T
  savedAt?: number | undefined
}

export interface EventPage {
  items: PublicEvent[]
  has_more: boolean
}

/** `isPrivate`: shown to its owner, an administrator, or who has the link of its mail; never stored on the device. */
export type FetchedEvent = Fetched<OwnEvent> & { isPrivate?: boolean }

export type UsedTag = Tag & { count: number }

/** The data can be read neither from the network nor from this device. It is the only failure of a `ProgrammeReader`. */
export class ProgrammeUnreachable extends Error {
  override name = 'ProgrammeUnreachable'
  /** The server was reached and could not do it: the visitor's connection is fine. */
  readonly isServerError: boolean

  constructor(isServerError = false) {
    super()
    this.isServerError = isServerError
  }
}

export interface ProgrammeReader {
  list(filter: ProgrammeFilter, page: number, perPage: number): Promise<Fetched<EventPage>>
  /** `null`: there is no such event for this visitor. With the `token` of a mail's link it comes from the network alone. */
  event(id: string, token?: string): Promise<FetchedEvent | null>
  usedTags(): Promise<Fetched<UsedTag[]>>
}

/** The status by which a network says that its own sign-in page comes first (RFC 6585). */
const NETWORK_AUTHENTICATION_REQUIRED = 511

/** Why there is nothing to show; also an error of the balancer before the server is the server's. */
export function failureOf({ status = 0 }: Outcome<unknown>): ProgrammeUnreachable {
  return new ProgrammeUnreachable(status >= 500 && status !== NETWORK_AUTHENTICATION_REQUIRED)
}

/** Shows the occurrence of the village day `YYYY-MM-DD` in the address, else the next one. `now` is epoch seconds. */
export function shownEvent<E extends ProgrammeEvent>(
  event: E,
  { date, now }: { date: string | undefined; now: number },
): { event: E; chosenDay: string | undefined } {
  const chosen = date === undefined ? undefined : eventOfDay(event, date, now)
  if (chosen !== undefined && chosen.end_time > now) return { event: chosen, chosenDay: date }
  const next = firstOccurrence(event.schedules, { from: now })
  return { event: next === undefined ? event : atOccurrence(event, next, now), chosenDay: undefined }
}

/** The event with the times of its occurrence on a village day; undefined when nothing that is to come is on that day. */
export function eventOfDay<E extends ProgrammeEvent>(event: E, day: string, now: number): E | undefined {
  const occurrence = occurrenceOfDay(event, day)
  return occurrence && atOccurrence(event, occurrence, Math.max(now, villageMidnight(day)))
}

/** The event with the times of this occurrence, and what is said of it. */
export function atOccurrence<E extends ProgrammeEvent>(event: E, occurrence: Occurrence, now: number): E {
  const { start_time, end_time, is_all_day, ...announcement } = withState(occurrence, event.states, now)
  const times = { start_time, end_time, is_all_day }
  return { ...event, state: undefined, note: undefined, ...times, ...announced(announcement) }
}
