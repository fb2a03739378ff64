import { randomUUID } from 'node:crypto'
import { sql, eq, inArray, type SQL, and, type SQLWrapper } from 'drizzle-orm'
import { MATERIALISED_DAYS, firstScheduleOf, schedulesOf, type Schedule } from '@/domain/timetables/schedule'
import {
  windowEdges,
  type ProgrammeWindow,
  type Occurrence,
  occurrenceOfDay,
} from '@/domain/timetables/recurrence'
import { MAX_OCCURRENCE_DAYS, type Timetable } from '@/domain/timetables/timetable'
import { EVENING_MAX_SECONDS, SECONDS_PER_DAY, villageDay } from '@/domain/time/local-time'
import { endOfDay, parseDate } from '@/domain/time/village-time'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { SITE } from '@/site/site'
import { contentColumns, type EventContent } from './event-content'
import { schedules, events, eventDayStates, eventTags } from '@/server/platform/database/schema'
import {
  announcementOn,
  currentStates,
  type EventStates,
  type Announcement,
  type EventState,
} from '@/domain/events/event-state'
import type { DateFacts } from '@/domain/events/reminder'

/**
 * Every block, and 90 days of a rule (rules 4.5); of one that begins later the first, or it would be in no list. `until`: epoch seconds up
 * to which a recurring timetable is stored; null when nothing is left to store.
 */
export function materialise(
  timetable: Timetable,
  nowSeconds: number,
): { schedules: Schedule[]; until: number | null } {
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
  if ('list' in timetable) return { schedules: schedulesOf(timetable, everything), until: null }
  const lastDay = parseDate(timetable.repeated.period_end_date)
  if (lastDay === undefined) return { schedules: [], until: null }
  const end = endOfDay(lastDay)
  const horizon = nowSeconds + MATERIALISED_DAYS * SECONDS_PER_DAY
  if (end <= horizon) return { schedules: schedulesOf(timetable, everything), until: null }
  const near = schedulesOf(timetable, { from: 0, to: horizon })
  if (near.length > 0) return { schedules: near, until: horizon }
  const first = firstScheduleOf(timetable, { from: 0 })
  return first === undefined
    ? { schedules: [], until: horizon }
    : { schedules: [first], until: first.start_time }
}

export function scheduleRows(eventId: string, toStore: readonly Schedule[]) {
  return toStore.map((schedule) => ({
    id: randomUUID(),
    eventId,
    startAt: atSeconds(schedule.start_time),
    endAt: atSeconds(schedule.end_time),
    isAllDay: schedule.is_all_day,
  }))
}

export async function storeSchedules(
  tx: Queryable,
  eventId: string,
  toStore: readonly Schedule[],
): Promise<void> {
  if (toStore.length === 0) return
  // Somebody may enter one block twice: it is one occurrence.
  await tx.insert(schedules).values(scheduleRows(eventId, toStore)).onConflictDoNothing()
}

/**
 * Brings the stored schedules of an event to a new timetable: what is over stays as it was when the event was ever
 * published, everything else becomes what the timetable says. An occurrence that both know keeps its id. An event without
 * a past gets the timetable's own, so that it is never without a schedule. Returns up to when it is stored now; null when
 * all is.
 */
export async function replaceSchedules(
  tx: Queryable,
  { id: eventId, changeSeq }: Pick<typeof events.$inferSelect, 'id' | 'changeSeq'>,
  timetable: Timetable,
  nowSeconds: number,
): Promise<Date | null> {
  const { schedules: materialised, until } = materialise(timetable, nowSeconds)
  const stored = await tx.select().from(schedules).where(eq(schedules.eventId, eventId))
  // An event that never was in the programme did not take place.
  const wasPublished = changeSeq > 0
  const coming = stored.filter(({ endAt }) => !wasPublished || secondsOf(endAt) > nowSeconds)
  const hasPast = coming.length < stored.length

  const wanted = new Map<string, Schedule>()
  for (const one of materialised) if (!hasPast || one.end_time > nowSeconds) wanted.set(keyOf(one), one)
  const dropped = coming.flatMap(({ id, startAt, endAt, isAllDay }) => {
    const key = keyOf({ start_time: secondsOf(startAt), end_time: secondsOf(endAt), is_all_day: isAllDay })
    return wanted.delete(key) ? [] : [id]
  })
  if (dropped.length > 0) await tx.delete(schedules).where(inArray(schedules.id, dropped))
  await storeSchedules(tx, eventId, [...wanted.values()])
  return until === null ? null : atSeconds(until)
}

function keyOf({ start_time, end_time, is_all_day }: Schedule): string {
  return `${start_time} ${end_time} ${is_all_day}`
}

const LONGEST_SECONDS = (MAX_OCCURRENCE_DAYS + 1) * SECONDS_PER_DAY
/** The last second of the year 9999, after any schedule: `infinity` is no number in JSON. */
const NEVER_SECONDS = 253_402_300_799

export const instant = (epochSeconds: number) => sql`to_timestamp(${epochSeconds}::float8)`
/** The village time of an instant. */
export const wall = (column: SQL) => sql`(${column} at time zone ${SITE.timeZone})`

/** `isInWindow` of the domain, of schedules named `s`. */
export function inWindow(window: ProgrammeWindow): SQL {
  const { from, to = NEVER_SECONDS } = window
  if (to < from) return sql`false`
  const { nightsUntil, allDayUntil = to } = windowEdges(window)
  const conditions = [
    sql`s.start_at > ${instant(from - LONGEST_SECONDS)} and s.end_at > ${instant(from)}
      and s.start_at <= ${instant(to)}`,
    ...(allDayUntil < to ? [sql`(s.start_at <= ${instant(allDayUntil)} or not s.is_all_day)`] : []),
    ...(nightsUntil > from
      ? [
          sql`not (s.start_at < ${instant(from)} and s.end_at <= ${instant(nightsUntil)}
            and ${wall(sql`s.end_at`)} - ${wall(sql`s.start_at`)}
              <= ${EVENING_MAX_SECONDS} * interval '1 second')`,
        ]
      : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** True if the event has an occurrence on a village day `YYYY-MM-DD`, stored or by its rule. */
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

/** Undefined when there is no such event, or it is not published. */
export async function readEventDates(tx: Queryable, id: string) {
  const [event] = await tx.select().from(events).where(eq(events.id, id))
  if (event === undefined || event.status !== 'PUBLISHED') return undefined
  const { state, stateNote, timetable, placeSlug, latitude, longitude, changeSeq, updatedAt } = event
  const stored = await storedOccurrences(tx, id)
  const rule = 'repeated' in timetable ? timetable.repeated : undefined
  const dayStates = await tx.select().from(eventDayStates).where(eq(eventDayStates.eventId, id))
  const states = allStates({ whole_state: state, whole_note: stateNote, day_states: dayStates })
  /** A day with several occurrences means the one that was next when a person asked for the day. */
  const on = (day: string, askedAt = new Date(0)) =>
    occurrenceOfDay({ schedules: stored, rule }, day, askedAt.getTime() / 1000)
  return {
    on,
    /** The number of the event's last change that these dates have, and when it was made. */
    changeSeq,
    updatedAt,
    factsOf(day: string, askedAt: Date): DateFacts {
      const news = announcementOn(states, day)
      const place = { slug: placeSlug ?? '', latitude, longitude }
      return { date: on(day, askedAt), place, state: news?.state, note: news?.note }
    },
    /** The village day of its only date that has not begun at an instant in epoch seconds; undefined when there are others, or none. */
    onlyDay(nowSeconds: number) {
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

/** The part of an event that the server adds. */
type EventMetadata = Pick<
  typeof events.$inferInsert,
  | ('email' | 'locale' | 'userId' | 'photo' | 'status')
  | ('reviewedAt' | 'reviewReason' | 'changeSeq' | 'createdAt' | 'updatedAt')
  | ('importSourceId' | 'importUid' | 'importDigest')
>

/** Stores a new event with its tags and schedules. The caller has locked the tags before anything else. Returns its id. */
export async function storeEvent(
  tx: Queryable,
  content: EventContent,
  metadata: EventMetadata & { tagIds: readonly string[]; nowSeconds: number },
): Promise<string> {
  const { tagIds, nowSeconds, ...columns } = metadata
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  const stored = materialise(content.timetable, nowSeconds)
  await tx.insert(events).values({
    id,
    ...contentColumns(content),
    materialisedUntil: stored.until === null ? null : atSeconds(stored.until),
    createdAt: now,
    updatedAt: now,
    ...columns,
  })
  if (tagIds.length > 0) await linkTags(tx, id, tagIds)
  await storeSchedules(tx, id, stored.schedules)
  return id
}

export async function linkTags(tx: Queryable, eventId: string, tagIds: readonly string[]): Promise<void> {
  await tx.insert(eventTags).values(tagIds.map((tagId) => ({ eventId, tagId })))
}
