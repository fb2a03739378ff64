import { villageDay, villageMidnight } from '@/domain/time/local-time'
import type { PublicEvent } from '@/contract/events/events'
import { isLongEvent } from '@/domain/events/event'

/** The events that stand under one day. */
export interface DayGroup {
  /** `YYYY-MM-DD` in the village. */
  day: string
  own: readonly PublicEvent[]
  /** The events that last more than three days. */
  alsoOn: readonly PublicEvent[]
}

/**
 * The events of the list by the day that each stands under: the one that it begins on, or, when it is under way by then, the
 * first of the list; the night after the last day belongs to it. Keeps their order. What was over before the first day is left
 * out: a page stays open past midnight.
 */
export function dayGroups(events: readonly PublicEvent[], firstDay: string, lastDay?: string): DayGroup[] {
  const byDay = new Map<string, { own: PublicEvent[]; alsoOn: PublicEvent[] }>()
  const first = villageMidnight(firstDay)
  for (const event of events) {
    if (event.end_time <= first) continue
    const day = dayShown(event, firstDay, lastDay)
    const group = byDay.get(day) ?? { own: [], alsoOn: [] }
    byDay.set(day, group)
    group[isLongEvent(event) ? 'alsoOn' : 'own'].push(event)
  }
  return [...byDay].map(([day, group]) => ({ day, ...group }))
}

function dayShown({ start_time }: PublicEvent, firstDay: string, lastDay: string | undefined): string {
  const day = villageDay(start_time)
  if (day < firstDay) return firstDay
  return lastDay !== undefined && day > lastDay ? lastDay : day
}
