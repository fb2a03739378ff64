import { inArray, sql, type SQL } from 'drizzle-orm'
import {
  EVENT_IDS_MAX,
  type BackOfficeEvent,
  type EventFilterQuery,
  type Proposal,
} from '@/contract/back-office/back-office-events'
import type { Occurrence } from '@/domain/timetables/recurrence'
import { withState } from '@/domain/events/event-state'
import type { Timetable } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY, villageDay, villageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { firstScheduleOf, predictedSchedules } from '@/domain/timetables/schedule'
import type { PhotoAccess } from '@/server/http/photos/photo-files'
import {
  tagConditions,
  photoOf,
  publicEvent,
  tagKeysOf,
  type Reader,
} from '@/server/modules/events/event-shape'
import { proposedPhotoOf } from '@/server/modules/events/write-event'
import { instant, statesOf, inWindow, wall } from '@/server/platform/database/events/event-dates'
import { readStoredEvents, type StoredEvent } from '@/server/platform/database/events/stored-events'
import { events } from '@/server/platform/database/schema'
import { NOT_IMPORTED, type EventSort, type EventTrait } from '@/domain/staff/activity'
import { foldText } from '@/domain/text/plain-text'
import {
  foldedText,
  hasText,
  personText,
  searchText,
  seconds,
} from '@/server/platform/database/schema/columns'
import { firstOf } from '@/server/http/errors/errors'

const PREDICTED_DAYS = 366
const MAX_PREDICTED = 60

/** The fields that the desk sees beside a visitor's. */
type DeskColumns = {
  id: string
  email: string
  timetable: Timetable
  source_name: string | null
  source_url: string | null
  duplicates: BackOfficeEvent['duplicates']
  proposal: (Omit<Proposal, 'photo'> & { content: { photo?: unknown } }) | null
  created_at: number
}

type Row = StoredEvent & DeskColumns

interface ShapeContext extends Reader {
  photoAccess: PhotoAccess
}

/** Lists events in any status (rules 2.12). */
export async function listBackOfficeEvents(
  db: Queryable,
  filter: EventFilterQuery,
  { offset, limit, ...context }: ShapeContext & { offset: number; limit: number },
): Promise<{ items: BackOfficeEvent[]; has_more: boolean }> {
  const { where, order } = eventSelection(filter, context.nowSeconds)
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from events e where ${where} order by ${order} limit ${limit + 1} offset ${offset}`)
  const ids = rows.slice(0, limit).map(({ id }) => id)
  return { items: await readBackOfficeEvents(db, ids, context), has_more: rows.length > limit }
}

/** The ids of a filter in its order, as many as one response holds, and how many events there are. */
export async function listBackOfficeEventIds(
  db: Queryable,
  filter: EventFilterQuery,
  nowSeconds: number,
): Promise<{ ids: string[]; total: number }> {
  const { where, order } = eventSelection(filter, nowSeconds)
  const { rows } = await db.execute<{ id: string; total: number }>(sql`
    select e.id, (count(*) over ())::int as total from events e where ${where}
    order by ${order} limit ${EVENT_IDS_MAX}`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** Throws NOT_FOUND. */
export async function findBackOfficeEvent(
  db: Queryable,
  id: string,
  context: ShapeContext,
): Promise<BackOfficeEvent> {
  return firstOf(await readBackOfficeEvents(db, [id], context))
}

/** Those that are there, in the order of their ids. */
async function readBackOfficeEvents(
  db: Queryable,
  ids: readonly string[],
  context: ShapeContext,
): Promise<BackOfficeEvent[]> {
  const stored = await readStoredEvents(db, inArray(events.id, [...ids]))
  const { rows } = await db.execute<DeskColumns>(sql`
    select e.id, e.email, e.timetable, i.name as source_name, i.url as source_url, ${duplicates} as duplicates,
      ${proposalObject} as proposal, ${seconds('e.created_at')} as created_at
    from events e left join import_sources i on i.id = e.import_source_id
    where e.id = any(${sql.param([...ids])}::uuid[])`)
  const ofDesk = new Map(rows.map((row) => [row.id, row]))
  const shown = stored.flatMap((event) => {
    const columns = ofDesk.get(event.id)
    return columns === undefined ? [] : [shape({ ...event, ...columns }, context)]
  })
  return shown.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export async function countByStatus(db: Queryable) {
  type Counts = Record<'on_review' | 'published' | 'rejected' | 'proposals', number>
  const { rows } = await db.execute<Counts>(sql`
    select (count(*) filter (where status = 'ON_REVIEW'))::int as on_review,
      (count(*) filter (where status = 'PUBLISHED'))::int as published,
      (count(*) filter (where status = 'REJECTED'))::int as rejected,
      (select count(*) from proposals)::int as proposals
    from events`)
  return firstOf(rows)
}

/** The open proposal of an event named `e`, as JSON; null when there is none. */
const proposalObject = sql`(
  select json_build_object('id', p.id, 'content', p.content, 'base', p.base, 'created_at', ${seconds('p.created_at')})
  from proposals p where p.event_id = e.id)`

/** The occurrence of an event that has lost its schedules: the list shows it all the same, so that somebody can edit or delete it. */
function unstoredSchedule({ timetable, created_at }: Row): Occurrence {
  const submitted = { start_time: created_at, end_time: created_at, is_all_day: false }
  return firstScheduleOf(timetable, { from: 0 }) ?? submitted
}

/** Shapes a proposal with the addresses of its photo, which is nobody's but the team's to see. */
function shapeProposal(
  { content, ...proposal }: NonNullable<Row['proposal']>,
  { photoAccess, origin }: Pick<ShapeContext, 'photoAccess' | 'origin'>,
): Proposal {
  const { photo: _, ...written } = content
  const photo = proposedPhotoOf(content)
  if (photo === undefined) return { ...proposal, content: written }
  const pictures = photo && photoOf(photo, origin, photoAccess.query(photo.name, false))
  return { ...proposal, content: written, photo: pictures }
}

function shape(row: Row, { photoAccess, ...reader }: ShapeContext): BackOfficeEvent {
  const { nowSeconds } = reader
  const { schedules: stored, recurrence, timetable } = row
  const until = nowSeconds + PREDICTED_DAYS * SECONDS_PER_DAY
  const predicted = recurrence ? predictedSchedules(timetable, recurrence.stored_until, until) : []
  const shown = stored.find(({ end_time }) => end_time > nowSeconds) ?? stored.at(-1) ?? unstoredSchedule(row)
  const states = statesOf(row, nowSeconds)
  const announced = <O extends Occurrence>(one: O) => withState(one, states, nowSeconds)
  return {
    ...publicEvent(
      row,
      announced(shown),
      reader,
      photoAccess.query(row.photo?.name ?? null, row.status === 'PUBLISHED'),
    ),
    status: row.status,
    email: row.email,
    timetable,
    schedules: [...stored, ...predicted.slice(0, MAX_PREDICTED)].map(announced),
    ...(states && { states }),
    ...(row.user_id !== null && { user_id: row.user_id }),
    ...(row.source_name !== null && {
      imported_from: { name: row.source_name, ...(row.source_url !== null && { url: row.source_url }) },
    }),
    ...(row.proposal !== null && { proposal: shapeProposal(row.proposal, { photoAccess, ...reader }) }),
    duplicates: row.duplicates,
    created_at: row.created_at,
    updated_at: row.updated_at,
    revision: row.revision,
  }
}

/** The condition and the order of a filter, of events named `e`; what is over, and what comes next, counts from `nowSeconds`. */
function eventSelection(filter: EventFilterQuery, nowSeconds: number): { where: SQL; order: SQL } {
  const { status, user_id: userId, source, traits = [] } = filter
  const isFromSource =
    source === NOT_IMPORTED ? sql`e.import_source_id is null` : source && sql`e.import_source_id = ${source}`
  const conditions = [
    status && sql`e.status = ${status}`,
    userId && sql`e.user_id = ${userId}`,
    ...tagConditions(tagKeysOf(filter.tags)),
    ...wordsIn(filter.q).map((word) => hasText(searched, word)),
    isOfPerson(filter.person),
    isOnDays(filter, nowSeconds),
    isFromSource,
    ...traits.map((trait) => TRAITS[trait](nowSeconds)),
  ]
  return { where: allOf(conditions), order: ORDERS[filter.sort](nowSeconds) }
}

/** One index serves both by age: the second is the first, walked backwards, for which its ids stand in turn, too. */
const ORDERS: Record<EventSort, (nowSeconds: number) => SQL> = {
  newest: () => sql`e.created_at desc, e.id`,
  oldest: () => sql`e.created_at, e.id desc`,
  soonest: (nowSeconds) => sql`(
    select min(s.start_at) from schedules s where s.event_id = e.id and s.end_at > ${instant(nowSeconds)}
  ) nulls last, e.created_at, e.id desc`,
}

const TRAITS: Record<EventTrait, (nowSeconds: number) => SQL> = {
  // A recurring event whose later occurrences are not stored yet is not over.
  over: (nowSeconds) => sql`(e.materialised_until is null and not exists (
    select 1 from schedules s where s.event_id = e.id and s.end_at > ${instant(nowSeconds)}))`,
  duplicate: () => sql`exists (${duplicateIds})`,
  proposal: () => sql`exists (select 1 from proposals p where p.event_id = e.id)`,
  'no-photo': () => sql`e.photo is null`,
  'no-tag': () => sql`not exists (select 1 from event_tags t where t.event_id = e.id)`,
  'this-week': (nowSeconds) => isInWindow(weekOf(nowSeconds), nowSeconds),
}

/** From Monday to Sunday in the village, epoch seconds. */
function weekOf(nowSeconds: number): { from: number; to: number } {
  const today = villageDay(nowSeconds)
  const sinceMonday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7
  return { from: villageMidnight(today, -sinceMonday), to: villageMidnight(today, 7 - sinceMonday) - 1 }
}

function isInWindow(window: { from: number; to: number | undefined }, now: number): SQL {
  return sql`exists (select 1 from schedules s where s.event_id = e.id and ${inWindow({ ...window, now })})`
}

function isOnDays({ from, to }: EventFilterQuery, now: number): SQL | undefined {
  if (from === undefined && to === undefined) return undefined
  const window = {
    from: from === undefined ? 0 : villageMidnight(from),
    to: to === undefined ? undefined : villageMidnight(to, 1) - 1,
  }
  return isInWindow(window, now)
}

function allOf(conditions: readonly (SQL | string | undefined)[]): SQL {
  return sql.join([sql`true`, ...conditions.filter((one) => typeof one === 'object')], sql` and `)
}

const searched = searchText({
  title: sql`e.title`,
  description: sql`e.description`,
  locationName: sql`e.location_name`,
  email: sql`e.email`,
})

function wordsIn(text = ''): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}

const accountText = personText(sql`u.name`, sql`u.email`)
const contactText = foldedText(sql`c.email`)

/**
 * Every word of a text is in the name or the address of the account of an event named `e`, or in its contact address. Two selections, because
 * an index serves each of them, and none serves an `or` of both.
 */
function isOfPerson(text = ''): SQL | undefined {
  const words = wordsIn(text)
  if (words.length === 0) return undefined
  const haveAll = (where: SQL) => allOf(words.map((word) => hasText(where, word)))
  return sql`e.id in (
    select o.id from users u join events o on o.user_id = u.id where ${haveAll(accountText)}
    union all select c.id from events c where ${haveAll(contactText)})`
}

const MAX_DUPLICATES = 3
/** So many events of one title are compared: somebody may submit thousands of them. */
const MAX_COMPARED = 100

/** The ids of other events with the title of an event named `e` on one of its village days (rules 2.12), the oldest first. */
const duplicateIds = sql`
  select twin.id from (
    select d.id, d.created_at from events d where lower(d.title) = lower(e.title) and d.id <> e.id
    order by d.created_at, d.id limit ${sql.raw(String(MAX_COMPARED))}
  ) twin
  where exists (
    select 1 from schedules s join schedules t on ${wall(sql`s.start_at`)}::date = ${wall(sql`t.start_at`)}::date
    where s.event_id = e.id and t.event_id = twin.id)
  order by twin.created_at, twin.id limit ${sql.raw(String(MAX_DUPLICATES))}`

/** These events as JSON. */
const duplicates = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'location_name', o.location_name,
    'status', o.status) order by o.created_at, o.id), '[]')
  from events o where o.id in (${duplicateIds}))`
