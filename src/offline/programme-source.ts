import type { ProgrammeEvent, PublicEvent, Tag } from '@/contract/events'

/** What a visitor filters by; dates are village days `YYYY-MM-DD`. */
export interface ProgrammeFilter {
  tags: readonly string[]
  startDate?: string | undefined
  endDate?: string | undefined
}

export const NO_FILTER: ProgrammeFilter = { tags: [] }

/** Something to show, and since when the device has it if it did not come from the server just now (epoch ms). */
export interface Shown<T> {
  data: T
  savedAt?: number | undefined
}

export interface EventPage {
  items: PublicEvent[]
  has_more: boolean
}

export type UsedTag = Tag & { count: number }

/** 'unreachable' means: neither the network nor the device has it. */
export type Found<T> = { kind: 'found'; shown: Shown<T> } | { kind: 'missing' } | { kind: 'unreachable' }

/**
 * Where pages read the programme from. The server's own rendering reads through the API in process; a browser
 * reads what the device has (`local…`, at once, never the network) and then the network with the device as
 * fallback after 4 s without a byte.
 */
export interface ProgrammeSource {
  /** `page` counts from 1. */
  list(filter: ProgrammeFilter, page: number, perPage: number): Promise<Found<EventPage>>
  event(id: string): Promise<Found<ProgrammeEvent>>
  usedTags(): Promise<Found<UsedTag[]>>
  localList(filter: ProgrammeFilter, page: number, perPage: number): Promise<Shown<EventPage> | undefined>
  localEvent(id: string): Promise<Shown<ProgrammeEvent> | undefined>
  localUsedTags(): Promise<Shown<UsedTag[]> | undefined>
  /** Keeps what the server rendered into the page, so that a reload without network has it. */
  keep(events: readonly (PublicEvent | ProgrammeEvent)[]): Promise<void>
  /**
   * Told when an answer of the network arrived after the device's had been shown: ask again, and it is there at once.
   * Absent where nothing comes late (the server's own rendering).
   */
  subscribe?(listener: () => void): () => void
}
