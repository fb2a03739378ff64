import type { ProgrammeEvent } from '@/contract/events/events'
import { isLongEvent } from '@/domain/events/event'
import { isCalendarDay, villageDay, villageMidnight } from '@/domain/time/local-time'
import { listedDay } from '@/domain/timetables/recurrence'
import { eventOfDay, shownEvent } from '@/offline/programme/programme-reader'
import type { Replica } from '@/offline/replica/replica'
import type { SavedEvent, SavedEvents } from './saved-events'

export interface PlannedEvent {
  saved: SavedEvent
  event: ProgrammeEvent
  /** The device has the whole programme, and this is not in it. */
  hasLeft: boolean
}

interface PlanDeps {
  saved: Pick<SavedEvents, 'all'>
  replica: Pick<Replica, 'snapshot' | 'sync' | 'isRemoved'>
}

/** The events that the person has saved. Its reads of the databases begin at once, so that a live query knows of all of them. */
export async function readPlan({ saved, replica }: PlanDeps): Promise<PlannedEvent[]> {
  const [records, sync, isRemoved] = await Promise.all([saved.all(), replica.sync(), replica.isRemoved()])
  const { events } = await replica.snapshot()
  const byId = new Map(events.map((event) => [event.id, event]))
  const isComplete = sync?.syncedAt !== undefined && !isRemoved
  return records.map((record) => {
    const event = byId.get(record.eventId)
    return { saved: record, event: event ?? record.snapshot, hasLeft: event === undefined && isComplete }
  })
}

/** Those of the chosen day, also once that is over, else those of its next date. `now` is epoch seconds. */
export function plannedTimes({ saved, event }: PlannedEvent, now: number): ProgrammeEvent {
  const { day, snapshot } = saved
  const { event: shown } = shownEvent(event, { date: day, now })
  if (day === undefined || villageDay(now) <= day || villageDay(shown.start_time) <= day) return shown
  const wholeDay = {
    start_time: villageMidnight(day),
    end_time: villageMidnight(day, 1) - 1,
    is_all_day: true,
  }
  // The programme does not list the dates that are over, but the day is known.
  return eventOfDay(event, day, now) ?? eventOfDay(snapshot, day, now) ?? { ...event, ...wholeDay }
}

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
  const dayOf = (event: ProgrammeEvent) => listedDay(event, today)
  const days = [...new Set(inOrder.map(dayOf))].toSorted()
  return days.map((day) => ({ day, events: inOrder.filter((event) => dayOf(event) === day) }))
}

/** The saved events at the times that they were saved for; `left` are no longer in the programme. `now` is epoch seconds. */
export function savedDays(plan: readonly PlannedEvent[], now: number) {
  const timesOf = (some: readonly PlannedEvent[]) => some.map((one) => plannedTimes(one, now))
  const isOver = (one: PlannedEvent) => plannedTimes(one, now).end_time <= now
  const toCome = plan.filter((one) => !isOver(one))
  return {
    days: planDays(timesOf(toCome.filter(({ hasLeft }) => !hasLeft)), villageDay(now)),
    left: timesOf(toCome.filter(({ hasLeft }) => hasLeft)),
    /** The last day first. */
    past: planDays(timesOf(plan.filter(isOver)), '').toReversed(),
  }
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
