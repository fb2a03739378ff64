import type { ProgrammeEvent } from '@/contract/events/events'
import { isLongEvent } from '@/domain/events/event'
import { isOff } from '@/domain/events/event-state'
import { isCalendarDay, villageDay } from '@/domain/time/local-time'
import { listedDay } from '@/domain/timetables/recurrence'
import { plannedTimes, type PlannedEvent } from '@/offline/saved/saved-plan'

/** The events of a village day `YYYY-MM-DD`, in the order of time. */
export interface PlanDay {
  day: string
  events: ProgrammeEvent[]
}

/** The events by the day that each is read under: what is under way today, and what lasts longest behind a day's own. */
export function planDays(events: readonly ProgrammeEvent[], today: string): PlanDay[] {
  const inOrder = events.toSorted(
    (a, b) =>
      Number(isLongEvent(a)) - Number(isLongEvent(b)) ||
      a.start_time - b.start_time ||
      a.end_time - b.end_time,
  )
  const byDay = new Map<string, ProgrammeEvent[]>()
  for (const event of inOrder) {
    const day = listedDay(event, today)
    byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  const days = [...byDay].map(([day, listed]) => ({ day, events: listed }))
  return days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

interface SavedDays {
  days: PlanDay[]
  /** The titles of events that take place at the same time, by the day of the first of them. */
  overlaps: ReadonlyMap<string, string[][]>
  /** What is to come and no longer in the programme, at the times that are known of it. */
  left: ProgrammeEvent[]
  /** The last day first. */
  past: PlanDay[]
}

/** The saved events at the times that they were saved for. `now` is epoch seconds. */
export function savedDays(plan: readonly PlannedEvent[], now: number): SavedDays {
  const today = villageDay(now)
  const shown = plan.map((one) => ({ event: plannedTimes(one, now), hasLeft: one.hasLeft }))
  const isToCome = ({ event }: (typeof shown)[number]) => event.end_time > now
  const eventsOf = (some: typeof shown) => some.map(({ event }) => event)
  const toCome = eventsOf(shown.filter((one) => isToCome(one) && !one.hasLeft))
  const over = eventsOf(shown.filter((one) => !isToCome(one)))
  const days = planDays(toCome, today)
  return {
    days,
    overlaps: overlapsOf(days),
    left: eventsOf(shown.filter((one) => isToCome(one) && one.hasLeft)),
    past: planDays(over, '').toReversed(),
  }
}

function overlapsOf(days: readonly PlanDay[]): Map<string, string[][]> {
  const groups: { day: string; end: number; titles: string[] }[] = []
  for (const { day, events } of days)
    for (const { title, start_time, end_time } of events.filter(takesTime)) {
      const last = groups.at(-1)
      if (last === undefined || start_time >= last.end) groups.push({ day, end: end_time, titles: [title] })
      else {
        last.titles.push(title)
        last.end = Math.max(last.end, end_time)
      }
    }
  const byDay = new Map<string, string[][]>()
  for (const { day, titles } of groups.filter((group) => group.titles.length > 1))
    byDay.set(day, [...(byDay.get(day) ?? []), titles])
  return byDay
}

/** Whether it takes one's time: nobody is at a festival all the time, nor at what does not take place. */
function takesTime(event: ProgrammeEvent): boolean {
  return !event.is_all_day && !isLongEvent(event) && !isOff(event.state)
}

export interface SharedEvent {
  eventId: string
  /** The village day that was chosen of an event with several. */
  day?: string
}

/** Some messengers cut longer addresses. */
export const MAX_SHARED = 100

const EVENT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@(\d{4}-\d\d-\d\d))?(?![\w-])/

/** The fragment that shares a plan, without '#': no server sees it. */
export function planFragment(events: readonly SharedEvent[]): string {
  const listed = events.slice(0, MAX_SHARED).map(({ eventId, day }) => (day ? `${eventId}@${day}` : eventId))
  return `e=${listed.join(',')}`
}

/** The events of a fragment, each once, as anyone may have written it: what makes no sense is left out. */
export function readPlanFragment(fragment: string): SharedEvent[] {
  const [, list = ''] = /^e=(.*)$/.exec(fragment) ?? []
  const byId = new Map<string, SharedEvent>()
  for (const one of list.split(',').slice(0, MAX_SHARED)) {
    const [, eventId, day] = EVENT.exec(one) ?? []
    if (eventId === undefined) continue
    byId.set(eventId, { eventId, ...(day !== undefined && isCalendarDay(day) && { day }) })
  }
  return [...byId.values()]
}
