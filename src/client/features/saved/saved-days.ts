import { villageDay } from '@/domain/time/local-time'
import { plannedTimes } from '@/offline/saved/saved-plan'
import type { PlannedEvent } from '@/offline/saved/saved-plan'
import type { ProgrammeEvent } from '@/contract/events/events'
import { listedDay } from '@/domain/timetables/recurrence'
import { isLongEvent } from '@/domain/events/event'
import { isOff } from '@/domain/events/event-state'

/** A saved event as the page shows it, at the times that it was saved for. */
export interface SavedEntry {
  event: ProgrammeEvent
  /** The village day that was chosen of an event with several. */
  day: string | undefined
  hasLeft: boolean
  /** The titles of the other saved events that take place at the same time. */
  overlapping: readonly string[]
}

interface SavedDays {
  /** The days in the order of time; what is under way stands under today. */
  days: { day: string; entries: SavedEntry[] }[]
  /** The last one first. */
  past: SavedEntry[]
}

/** The saved events by the village day that each is read under. `now` is epoch seconds. */
export function savedDays(plan: readonly PlannedEvent[], now: number): SavedDays {
  const shown = plan
    .map((one) => ({ event: plannedTimes(one, now), day: one.saved.day, hasLeft: one.hasLeft }))
    .toSorted((a, b) => a.event.start_time - b.event.start_time || a.event.end_time - b.event.end_time)
  const upcoming = shown.filter(({ event }) => event.end_time > now)
  const past = shown.filter(({ event }) => event.end_time <= now).toReversed()
  const busy = upcoming.filter(({ event, hasLeft }) => !hasLeft && takesTime(event)).map(({ event }) => event)
  const today = villageDay(now)
  const byDay = new Map<string, SavedEntry[]>()
  for (const one of upcoming) {
    const day = listedDay(one.event, today)
    const others = busy.includes(one.event) ? busy.filter((other) => isAtSameTime(one.event, other)) : []
    const entry = { ...one, overlapping: others.map(({ title }) => title) }
    byDay.set(day, [...(byDay.get(day) ?? []), entry])
  }
  return {
    days: [...byDay].map(([day, entries]) => ({ day, entries })),
    past: past.map((one) => ({ ...one, overlapping: [] })),
  }
}

/** Whether it takes one's time: nobody is at a festival all the time, nor at what does not take place. */
function takesTime(event: ProgrammeEvent): boolean {
  return !event.is_all_day && !isLongEvent(event) && !isOff(event.state)
}

function isAtSameTime(one: ProgrammeEvent, other: ProgrammeEvent): boolean {
  return one !== other && one.start_time < other.end_time && other.start_time < one.end_time
}
