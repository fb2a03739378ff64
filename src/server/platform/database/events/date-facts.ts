import { eq } from 'drizzle-orm'
import { announcementOn } from '@/domain/events/event-state'
import type { EventStates } from '@/domain/events/event-state'
import type { Occurrence } from '@/domain/timetables/occurrence'
import { occurrenceOfDay } from '@/domain/timetables/shown-occurrence'
import { villageDay } from '@/domain/time/local-time'
import type { Queryable } from '../client'
import { eventDayStates, events } from '../schema'
import { storedOccurrences } from './day-states'
import { announcement } from './state-columns'

/** A published event by its dates, as it is stored now. */
export interface EventDates {
  /**
   * Its occurrence on a village day `YYYY-MM-DD`, stored or by its rule; undefined when there is none. Of a day with several, the
   * one that was next when a person asked for the day.
   */
  on(day: string, askedAt?: Date): Occurrence | undefined
  /** The facts of a day that a person who wants to go there has to know, as text: two of them are compared, none is read. */
  factsOf(day: string, askedAt: Date): string
  /** The village day of its only date that has not begun at an instant in epoch seconds; undefined when there are others, or none. */
  onlyDay(nowSeconds: number): string | undefined
}

/** Undefined when there is no such event, or it is not published. */
export async function readEventDates(tx: Queryable, id: string): Promise<EventDates | undefined> {
  const [event] = await tx.select().from(events).where(eq(events.id, id))
  if (event === undefined || event.status !== 'PUBLISHED') return undefined
  const { state, stateNote, timetable, locationName } = event
  const schedules = await storedOccurrences(tx, id)
  const rule = 'repeated' in timetable ? timetable.repeated : undefined
  const dayStates = await tx.select().from(eventDayStates).where(eq(eventDayStates.eventId, id))
  const states: EventStates = {
    ...(state !== null && { whole: announcement({ state, note: stateNote }) }),
    days: dayStates.map((one) => ({ day: one.day, ...announcement(one) })),
  }
  const on = (day: string, askedAt = new Date(0)) =>
    occurrenceOfDay({ schedules, rule }, day, askedAt.getTime() / 1000)
  return {
    on,
    factsOf(day, askedAt) {
      const date = on(day, askedAt)
      const news = announcementOn(states, day)
      return JSON.stringify([
        date && [date.start_time, date.end_time, date.is_all_day],
        locationName,
        [news?.state, news?.note],
      ])
    },
    onlyDay(nowSeconds) {
      const [next, ...others] = schedules.filter(({ start_time }) => start_time > nowSeconds)
      return next !== undefined && others.length === 0 && rule === undefined
        ? villageDay(next.start_time)
        : undefined
    },
  }
}
