import type { ProgrammeEvent } from '@/contract/events'
import { firstOccurrence } from '@/domain/programme'
import type { UsedTag } from '../programme-source'

/** The tags of what is coming up, the most used first, as the server counts them. */
export function countUsedTags(events: readonly ProgrammeEvent[], nowSeconds: number): UsedTag[] {
  const counts = new Map<string, UsedTag>()
  for (const event of events) {
    if (firstOccurrence(event.schedules, { from: nowSeconds }) === undefined) continue
    for (const tag of event.tags) {
      const count = (counts.get(tag.key)?.count ?? 0) + 1
      counts.set(tag.key, { ...tag, count })
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
