/** The steps of one walk, and the outcome of everything that was written. */
export interface WalkFigures {
  seed: number
  hasSync: boolean
  steps: number
  /** How often each was done. */
  actions: Record<string, number>
  /** Faults that were injected, by kind. */
  faults: Record<string, number>
  /** The texts are absent when the walk broke off. */
  texts?: {
    accepted: number
    edited: number
    discarded: number
    /** How many were written over, or cleared by the system. */
    taken: number
    /** Half-written and still offered at the end. */
    drafts: number
    arrived: number
    duplicated: number
    lost: number
    /** How many are visible at the end, refused by the server. */
    waiting: number
    /** Arrived, looked at, the right ones, without EXIF. */
    photos: number
    /** Photos that left the device with what the camera had noted. */
    withCameraData: number
  }
  seconds: number
}

/** The figures of all walks together, as lines to be read. */
export function reportLines(walks: readonly (WalkFigures & { isPassed: boolean })[]): string[] {
  const total = (count: (walk: WalkFigures) => number) => walks.reduce((sum, walk) => sum + count(walk), 0)
  const text = (name: keyof NonNullable<WalkFigures['texts']>) => total(({ texts }) => texts?.[name] ?? 0)
  const byKind = (kinds: (walk: WalkFigures) => Record<string, number>) => {
    const counts = new Map<string, number>()
    for (const walk of walks)
      for (const [kind, count] of Object.entries(kinds(walk)))
        counts.set(kind, (counts.get(kind) ?? 0) + count)
    return [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')
  }
  const failed = walks.filter(({ isPassed }) => !isPassed).map(({ seed }) => seed)
  const withoutSync = walks.filter(({ hasSync }) => !hasSync).length
  return [
    `Seeds: ${walks.length} (${withoutSync} without Background Sync), failed: ${failed.length === 0 ? 'none' : failed.join(', ')}`,
    `Steps: ${total(({ steps }) => steps)} in ${Math.round(total(({ seconds }) => seconds))} s`,
    `Actions: ${byKind(({ actions }) => actions)}`,
    `Faults: ${byKind(({ faults }) => faults)}`,
    `Written: ${text('accepted')} accepted and kept, ${text('edited')} edited, ${text('discarded')} discarded, ${text('taken')} written over or cleared by the system, ${text('drafts')} offered as drafts`,
    `Arrived: ${text('arrived')}, twice: ${text('duplicated')}, lost: ${text('lost')}, refused and visible: ${text('waiting')}`,
    `Photos: ${text('photos')} arrived, whole and without EXIF; ${text('withCameraData')} left the device with it`,
  ]
}
