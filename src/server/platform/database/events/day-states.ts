import { and, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import {
  announcementOn,
  currentStates,
  type EventStates,
  type Announcement,
  type EventState,
} from '@/domain/events/event-state'
import type { DateFacts } from '@/domain/events/reminder'
import { type Occurrence, occurrenceOfDay } from '@/domain/timetables/recurrence'
import type { Timetable } from '@/domain/timetables/timetable'
import { secondsOf, type Queryable } from '@/server/platform/database/client'
import { eventDayStates, schedules, events } from '@/server/platform/database/schema'
import { villageDay } from '@/domain/time/local-time'

/** Whether an event has an occurrence on a village day `YYYY-MM-DD`, stored or by its rule. */
export async function isDateOf(
  tx: Queryable,
  { id, timetable }: { id: string; timetable: Timetable },
  day: string,
): Promise<boolean> {
  return isDate(await storedOccurrences(tx, id), timetable, day)
}

/** Call it in every transaction that has written another timetable: the state would come back with another date. */
export async function dropStatesWithoutDate(tx: Queryable, id: string, timetable: Timetable): Promise<void> {
  const dayStates = await tx
    .select({ day: eventDayStates.day })
    .from(eventDayStates)
    .where(eq(eventDayStates.eventId, id))
  if (dayStates.length === 0) return
  const occurrences = await storedOccurrences(tx, id)
  const gone = dayStates.map(({ day }) => day).filter((day) => !isDate(occurrences, timetable, day))
  if (gone.length === 0) return
  await tx
    .delete(eventDayStates)
    .where(and(eq(eventDayStates.eventId, id), inArray(eventDayStates.day, gone)))
}

export async function storedOccurrences(tx: Queryable, id: string): Promise<Occurrence[]> {
  const stored = await tx
    .select({ startAt: schedules.startAt, endAt: schedules.endAt, is_all_day: schedules.isAllDay })
    .from(schedules)
    .where(eq(schedules.eventId, id))
    .orderBy(schedules.startAt)
  return stored.map(({ startAt, endAt, is_all_day }) => ({
    start_time: secondsOf(startAt),
    end_time: secondsOf(endAt),
    is_all_day,
  }))
}

function isDate(occurrences: readonly Occurrence[], timetable: Timetable, day: string): boolean {
  const rule = 'repeated' in timetable ? timetable.repeated : undefined
  return occurrenceOfDay({ schedules: occurrences, rule }, day) !== undefined
}

export interface EventDates {
  /** A day with several occurrences means the one that was next when a person asked for the day. */
  on(day: string, askedAt?: Date): Occurrence | undefined
  factsOf(day: string, askedAt: Date): DateFacts
  /** The number of the event's last change that these dates have, and when it was made. */
  changeSeq: number
  updatedAt: Date
  /** The village day of its only date that has not begun at an instant in epoch seconds; undefined when there are others, or none. */
  onlyDay(nowSeconds: number): string | undefined
}

/** Undefined when there is no such event, or it is not published. */
export async function readEventDates(tx: Queryable, id: string): Promise<EventDates | undefined> {
  const [event] = await tx.select().from(events).where(eq(events.id, id))
  if (event === undefined || event.status !== 'PUBLISHED') return undefined
  const { state, stateNote, timetable, placeSlug, latitude, longitude, changeSeq, updatedAt } = event
  const stored = await storedOccurrences(tx, id)
  const rule = 'repeated' in timetable ? timetable.repeated : undefined
  const dayStates = await tx.select().from(eventDayStates).where(eq(eventDayStates.eventId, id))
  const states: EventStates = {
    ...(state !== null && { whole: announcement({ state, note: stateNote }) }),
    days: dayStates.map((one) => ({ day: one.day, ...announcement(one) })),
  }
  const on = (day: string, askedAt = new Date(0)) =>
    occurrenceOfDay({ schedules: stored, rule }, day, askedAt.getTime() / 1000)
  return {
    on,
    changeSeq,
    updatedAt,
    factsOf(day, askedAt) {
      const news = announcementOn(states, day)
      const place = { slug: placeSlug ?? '', latitude, longitude }
      return { date: on(day, askedAt), place, state: news?.state, note: news?.note }
    },
    onlyDay(nowSeconds) {
      const [next, ...others] = stored.filter(({ start_time }) => start_time > nowSeconds)
      return next !== undefined && others.length === 0 && rule === undefined
        ? villageDay(next.start_time)
        : undefined
    },
  }
}

/** The states of single days of an event, as JSON; null when there are none. */
export const dayStates = (eventId: SQLWrapper) => sql<StateRow['day_states']>`(
  select json_agg(json_build_object('day', d.day, 'state', d.state, 'note', d.note) order by d.day)
  from event_day_states d where d.event_id = ${eventId})`

interface StateRow {
  whole_state: EventState | null
  whole_note: string | null
  day_states: { day: string; state: EventState; note: string | null }[] | null
}

/** Everything that was said of an event, also of its days that are over. */
export function allStates({ whole_state: state, whole_note: note, day_states: days }: StateRow): EventStates {
  return {
    ...(state !== null && { whole: announcement({ state, note }) }),
    days: (days ?? []).map(({ day, ...dayState }) => ({ day, ...announcement(dayState) })),
  }
}

/** The present state of an event; undefined when there is none. */
export function statesOf(row: StateRow, nowSeconds: number): EventStates | undefined {
  return currentStates(allStates(row), nowSeconds)
}

/** A stored announcement: an absent note is null there. */
export function announcement({ state, note }: { state: EventState; note: string | null }): Announcement {
  return { state, ...(note !== null && { note }) }
}
