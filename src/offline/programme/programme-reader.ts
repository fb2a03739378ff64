import type { FactsFilter } from '@/domain/events/facts/facts-filter'
import type { OwnEvent, PublicEvent, Tag } from '@/contract/events/events'

/** A visitor's filter; dates are village days `YYYY-MM-DD`. */
export interface ProgrammeFilter {
  tags: readonly string[]
  /** The text that is searched for; it has a word (`isQuery`). */
  text?: string | undefined
  /** The facts that an event must state (`event-facts`); absent where nothing is asked for. */
  facts?: FactsFilter | undefined
  /** The slug of the place that an event is at (`place-slug`). */
  place?: string | undefined
  /** The slug of the organiser that an event is by. */
  organiser?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  /** A row each date, in place of one an event, where the filter has an end. */
  isEachDate?: boolean | undefined
  /** The day whose evening and night are looked for, in place of both dates. */
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

/**
 * Queries read the programme from this. The server's own rendering reads the API in process; a browser reads its
 * replica once that is complete, and before that the network with the device as fallback.
 */
export interface ProgrammeReader {
  /** `page` counts from 1. */
  list(filter: ProgrammeFilter, page: number, perPage: number): Promise<Fetched<EventPage>>
  /** `null`: there is no such event for this visitor. With the `token` of a mail's link it comes from the network alone. */
  event(id: string, token?: string): Promise<FetchedEvent | null>
  usedTags(): Promise<Fetched<UsedTag[]>>
}
