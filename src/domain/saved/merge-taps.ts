/** The last tap on the heart of an event, on any device of an account. */
export interface SavedTap {
  eventId: string
  /** The village day `YYYY-MM-DD` that was chosen of an event with several. */
  day?: string | undefined
  /** False where it was removed. */
  isSaved: boolean
  /** Epoch milliseconds. */
  tappedAt: number
}

/** Taps that an account stores, at most: more than anybody saves in years. */
export const MAX_TAPS = 500

/**
 * One tap an event, whichever device it was made on: the last one wins. Of two at the same moment the one that saves does, so that
 * every device comes to the same whatever the order that it hears of them in.
 */
export function mergeTaps(one: readonly SavedTap[], other: readonly SavedTap[]): SavedTap[] {
  const byEvent = new Map<string, SavedTap>()
  for (const tap of [...one, ...other]) {
    const known = byEvent.get(tap.eventId)
    if (known === undefined || isLater(tap, known)) byEvent.set(tap.eventId, tap)
  }
  return [...byEvent.values()].toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1))
}

function isLater(one: SavedTap, other: SavedTap): boolean {
  if (one.tappedAt !== other.tappedAt) return one.tappedAt > other.tappedAt
  if (one.isSaved !== other.isSaved) return one.isSaved
  return (one.day ?? '') > (other.day ?? '')
}
