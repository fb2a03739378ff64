export interface SavedTap {
  eventId: string
  /** The village day `YYYY-MM-DD` that was chosen of an event with several. */
  day?: string | undefined
  isSaved: boolean
  /** Epoch milliseconds. */
  tappedAt: number
}

/** Taps that an account stores, at most: more than anybody saves in years. */
export const MAX_TAPS = 500

/** One tap an event: the last wins. Of two at once the one that saves does, so that all devices come to the same. */
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
