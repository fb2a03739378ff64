import type { ImportNote, RowError } from '@/domain/staff/import'
import type { TimeBlock } from '@/domain/timetables/timetable'
import type { SourceFacts } from '@/server/modules/import/mapping/read-facts'

/** An event as it stands in a source, before it is made to fit. Times are village time. */
export interface SourceEvent {
  uid: string
  title: string
  description: string
  place: string
  position?: { latitude: number; longitude: number } | undefined
  url?: string | undefined
  price?: string | undefined
  facts?: SourceFacts | undefined
  categories: readonly string[]
  /** Every occurrence that is known, ordered by start. */
  blocks: readonly TimeBlock[]
  /** Repeats by a rule. */
  isSeries: boolean
  /** `blocks` is only a part, up to a horizon that moves on with the seasons. */
  isOpen: boolean
  obstacle?: RowError | undefined
  notes: readonly ImportNote[]
  /** The text that is hashed to see whether the source has changed it. */
  fingerprint: string
}

/** One that is read when it is asked for: that is the costly part, and a preview shows only so many. */
export interface UnreadEvent {
  uid: string
  read: () => SourceEvent
}
