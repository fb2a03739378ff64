import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { EVENT_IDS_MAX } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent, EventFilterQuery } from '@/contract/back-office/back-office-events'
import type { Proposal } from '@/contract/events/proposals'
import type { EventStatus } from '@/domain/events/event'
import { withState } from '@/domain/events/event-state'
import type { Timetable } from '@/domain/timetables/timetable'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { firstScheduleOf, predictedSchedules } from '@/domain/timetables/schedule'
import type { PhotoAccess } from '@/server/http/photos/photo-access'
import { duplicateIds } from './duplicates'
import { eventSelection } from './event-selection'
import { eventColumns, scheduleObjects, seconds } from '../event-columns'
import { photoOf, photoRowOf, publicEvent } from '../event-shape'
import type { EventRow, Occurrence, Reader } from '../event-shape'
import { proposedPhotoOf } from '../proposed-photo'
import { statesOf } from '@/server/platform/database/events/state-columns'

const PREDICTED_DAYS = 366
const MAX_PREDICTED = 60

type Row = EventRow & {
  status: EventStatus
  email: string
  user_id: string | null
  source_name: string | null
  source_url: string | null
  timetable: Timetable
  stored_until: number | null
  schedules: (Occurrence & { id: string })[] | null
  duplicates: string[]
  proposal: (Omit<Proposal, 'photo'> & { content: { photo?: unknown } }) | null
  created_at: number
  updated_at: number
  revision: number
}

/** The part of a list that is read. */
interface Slice {
  offset: number
  limit: number
}

interface ShapeContext extends Reader {
  nowSeconds: number
  photoAccess: PhotoAccess
}

/** Lists events in any status (rules 2.12). */
export async function listBackOfficeEvents(
  db: Queryable,
  filter: EventFilterQuery,
  { offset, limit, ...context }: ShapeContext & Slice,
): Promise<{ items: BackOfficeEvent[]; has_more: boolean }> {
  const { where, order } = await eventSelection(db, filter, context.nowSeconds)
  // The page is chosen by ids first: what is left out by an offset would be put together all the same.
  const page = sql`where e.id in (select e.id from events e where ${where}
    order by ${order} limit ${limit + 1} offset ${offset}) order by ${order}`
  const rows = await select(db, page)
  return { items: rows.slice(0, limit).map((row) => shape(row, context)), has_more: rows.length > limit }
}

/** The ids of a filter in its order, as many as one response holds, and how many events there are. */
export async function listBackOfficeEventIds(
  db: Queryable,
  filter: EventFilterQuery,
  nowSeconds: number,
): Promise<{ ids: string[]; total: number }> {
  const { where, order } = await eventSelection(db, filter, nowSeconds)
  const { rows } = await db.execute<{ id: string; total: number }>(sql`
    select e.id, (count(*) over ())::int as total from events e where ${where}
    order by ${order} limit ${EVENT_IDS_MAX}`)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** One event with its timetable and schedules; undefined when there is none. */
export async function findBackOfficeEvent(
  db: Queryable,
  id: string,
  context: ShapeContext,
): Promise<BackOfficeEvent | undefined> {
  const [row] = await select(db, sql`where e.id = ${id}`)
  return row && shape(row, context)
}

/** Reads those of these events that are there, each with its timetable and schedules. */
export async function readBackOfficeEvents(
  db: Queryable,
  ids: readonly string[],
  context: ShapeContext,
): Promise<BackOfficeEvent[]> {
  const rows = await select(db, sql`where e.id = any(${sql.param([...ids])}::uuid[])`)
  return rows.map((row) => shape(row, context))
}

type Counts = Record<'on_review' | 'published' | 'rejected' | 'proposals', number>

/** How many events are in each status, and of how many a change is proposed. */
export async function countByStatus(db: Queryable): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select (count(*) filter (where status = 'ON_REVIEW'))::int as on_review,
      (count(*) filter (where status = 'PUBLISHED'))::int as published,
      (count(*) filter (where status = 'REJECTED'))::int as rejected,
      (select count(*) from proposals)::int as proposals
    from events`)
  return rows[0] ?? { on_review: 0, published: 0, rejected: 0, proposals: 0 }
}

/** The open proposal of an event named `e`, as JSON; null when there is none. */
const proposalObject = sql`(
  select json_build_object('id', p.id, 'content', p.content, 'base', p.base, 'created_at', ${seconds('p.created_at')})
  from proposals p where p.event_id = e.id)`

async function select(db: Queryable, rest: SQL): Promise<Row[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select ${eventColumns}, e.status, e.email, e.user_id, e.timetable, e.revision,
      i.name as source_name, i.url as source_url,
      ${seconds('e.materialised_until')} as stored_until,
      ${scheduleObjects()} as schedules,
      array(${duplicateIds}) as duplicates, ${proposalObject} as proposal,
      ${seconds('e.created_at')} as created_at, ${seconds('e.updated_at')} as updated_at
    from events e left join import_sources i on i.id = e.import_source_id ${rest}`)
  return rows
}

/**
 * The occurrence of an event that has lost its schedules: the list shows it all the same, so that somebody can edit or delete
 * it.
 */
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
  const pictures = photo && photoOf(photoRowOf(photo), origin, photoAccess.query(photo.name, false))
  return { ...proposal, content: written, photo: pictures }
}

function shape(row: Row, { nowSeconds, photoAccess, ...reader }: ShapeContext): BackOfficeEvent {
  const stored = row.schedules ?? []
  const predicted =
    row.stored_until === null
      ? []
      : predictedSchedules(row.timetable, row.stored_until, nowSeconds + PREDICTED_DAYS * SECONDS_PER_DAY)
  const shown = stored.find(({ end_time }) => end_time > nowSeconds) ?? stored.at(-1) ?? unstoredSchedule(row)
  const states = statesOf(row, nowSeconds)
  const announced = <O extends Occurrence>(one: O) => withState(one, states, nowSeconds)
  return {
    ...publicEvent(
      row,
      announced(shown),
      reader,
      photoAccess.query(row.photo_hash, row.status === 'PUBLISHED'),
    ),
    status: row.status,
    email: row.email,
    timetable: row.timetable,
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
