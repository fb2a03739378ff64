import type { ProgrammeEvent } from '@/contract/events/events'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
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
