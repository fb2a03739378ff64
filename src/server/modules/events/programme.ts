import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { ProgrammeEvent, OwnEvent } from '@/contract/events/events'
import { changePosition } from '@/server/platform/database/events/change-log'
import { withState } from '@/domain/events/event-state'
import { currentOccurrences, upcomingOccurrences } from '@/domain/events/programme'
import type { TimedEvent } from '@/domain/events/programme'
import { firstOccurrence } from '@/domain/timetables/recurrence'
import type { Timetable } from '@/domain/timetables/timetable'
import type { Database, Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/errors'
import { statesOf } from '@/server/platform/database/events/day-states'
import type { EventStatus } from '@/domain/events/event'
import { may } from '@/domain/accounts/permission'
import type { PhotoAccess } from '@/server/http/photos/photo-files'
import type { CurrentUser } from '@/server/http/auth/session'
import { eventColumns, instant, scheduleObjects, seconds, publicEvent } from './event-shape'
import type { EventRow, Occurrence, Reader } from './event-shape'
import { organiserColumn } from './list-query'

/** The columns that an event needs besides its row to be shown whole: `wholeColumns`. */
export interface TimetableColumns {
  timetable: Timetable
  stored_until: number | null
  revision: number
  updated_at: number
  organiser: { slug: string; name: string } | null
}

export const wholeColumns = sql`
  ${eventColumns}, e.timetable, ${seconds('e.materialised_until')} as stored_until, e.revision,
  ${seconds('e.updated_at')} as updated_at, ${organiserColumn} as organiser`

type ProgrammeRow = EventRow & TimetableColumns & { schedules: (Occurrence & { id: string })[] }

/** The time to the minute, so that the response stays the same, and its ETag with it. */
const SERVER_TIME_STEP = 60
/**
 * A replica can catch up on so many changes. Further back the whole programme is less work, because it is made once for all who
 * ask for it.
 */
const MAX_CHANGES_BEHIND = 1000
/** Events that are shaped at a time: some milliseconds. */
const SLICE = 500
/** One way of writing each: another would be another response, made anew. */
const CHANGE_NUMBER = /^(?:0|[1-9]\d{0,14})$/

/**
 * The upcoming programme for a replica; with `since`, what changed after that cursor and what went away. All of it is read
 * from one snapshot, so that the cursor stands exactly where the response ends. Throws CURSOR_EXPIRED for a cursor of
 * another database, of the future, from before the oldest removal that is remembered, or too many changes ago.
 */
export async function readProgramme(
  db: Database,
  since: string | undefined,
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
) {
  const cursor = since === undefined ? undefined : parseCursor(since)
  const { rows, removed, position } = await db.transaction(
    async (tx) => {
      const found = await changePosition(tx)
      const after = cursor && changesAfter(cursor, found)
      return {
        rows: await upcomingEvents(tx, after, nowSeconds),
        removed: after === undefined ? [] : await removedSince(tx, after, nowSeconds),
        position: found,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const items: ProgrammeEvent[] = []
  for (let start = 0; start < rows.length; start += SLICE) {
    items.push(...rows.slice(start, start + SLICE).map((row) => replicaEvent(row, { ...reader, nowSeconds })))
    // Others are served in between.
    await setImmediate()
  }
  return {
    items,
    removed,
    cursor: `${position.lineage}.${position.value}`,
    server_time: nowSeconds - (nowSeconds % SERVER_TIME_STEP),
  }
}

/** An event for a replica, which predicts by itself what is not stored yet. */
function replicaEvent(row: ProgrammeRow, reader: Reader & { nowSeconds: number }): ProgrammeEvent {
  const timed = timedEvent(row, row.schedules)
  const event = programmeEvent(row, currentOccurrences(timed, reader.nowSeconds), reader)
  return { ...event, ...(timed.recurrence && { recurrence: timed.recurrence }) }
}

/**
 * An event as replicas store it: shown for its next schedule, or for the last one when it is over. The schedules are ordered by
 * start and at least one. `photoQuery` as of `publicEvent`.
 */
export function programmeEvent(
  row: EventRow & Omit<TimetableColumns, 'stored_until'>,
  schedules: readonly (Occurrence & { id?: string | undefined })[],
  { nowSeconds, ...reader }: Reader & { nowSeconds: number },
  photoQuery = '',
): ProgrammeEvent {
  // What was said of a past day that is shown holds for good.
  const states = statesOf(row, Math.min(nowSeconds, schedules[0]?.start_time ?? nowSeconds))
  const announced = schedules.map((schedule) => withState(schedule, states, nowSeconds))
  const shown = firstOccurrence(announced, { from: nowSeconds }) ?? announced.at(-1)
  if (shown === undefined) throw new Error(`event ${row.id} has no schedule`)
  return {
    ...publicEvent(row, shown, reader, photoQuery),
    schedules: announced,
    ...(states && { states }),
    ...('repeated' in row.timetable && { rule: row.timetable.repeated }),
    revision: row.revision,
    updated_at: row.updated_at,
    ...(row.organiser && { organiser: row.organiser }),
  }
}

/** When the event of a row takes place: its stored schedules, its rule, and from when on only the rule says it. */
export function timedEvent<O extends Occurrence>(
  { timetable, stored_until }: TimetableColumns,
  schedules: readonly O[],
): TimedEvent<O> {
  if (!('repeated' in timetable)) return { schedules }
  const rule = timetable.repeated
  return { schedules, rule, ...(stored_until !== null && { recurrence: { rule, stored_until } }) }
}

interface Cursor {
  lineage: string
  value: number
}

/** Parses a cursor before the database is asked: what was never a cursor costs nothing. */
function parseCursor(text: string): Cursor {
  const [lineage = '', number = '', ...more] = text.split('.')
  if (!CHANGE_NUMBER.test(number) || more.length > 0) throw new ApiError('CURSOR_EXPIRED')
  return { lineage, value: Number(number) }
}

function changesAfter({ lineage, value }: Cursor, position: Cursor & { oldest: number }): number {
  const oldest = Math.max(position.oldest, position.value - MAX_CHANGES_BEHIND)
  const isKnown = lineage === position.lineage && value >= oldest && value <= position.value
  if (!isKnown) throw new ApiError('CURSOR_EXPIRED')
  return value
}

async function upcomingEvents(
  tx: Queryable,
  after: number | undefined,
  nowSeconds: number,
): Promise<ProgrammeRow[]> {
  const changed = after === undefined ? sql`` : sql`and e.change_seq > ${after}`
  const { rows } = await tx.execute<ProgrammeRow & Record<string, unknown>>(sql`
    select * from (
      select ${wholeColumns},
        ${scheduleObjects(sql`s.end_at > ${instant(nowSeconds)} or not e.timetable ? 'repeated'`)} as schedules
      from events e where e.status = 'PUBLISHED' ${changed} and exists (
        select 1 from schedules s where s.event_id = e.id and s.end_at > ${instant(nowSeconds)})
    ) programme
    order by (schedules -> 0 ->> 'start_time')::float8, id`)
  return rows
}

/** The events that changed since and are not to be shown any more: unpublished, over, or deleted. */
async function removedSince(tx: Queryable, after: number, nowSeconds: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select e.id from events e
    where e.change_seq > ${after} and (e.status <> 'PUBLISHED' or not exists (
      select 1 from schedules s where s.event_id = e.id and s.end_at > ${instant(nowSeconds)}))
    union
    select event_id from removed_events where change_seq > ${after}`)
  return rows.map(({ id }) => id)
}

type Row = EventRow &
  TimetableColumns & {
    status: EventStatus
    user_id: string | null
    review_reason: string | null
    schedules: (Occurrence & { id: string })[] | null
  }

/**
 * One event with its occurrences from now on; of one that is over, with its last. Published ones for everyone, others for
 * their owner, admins (rules 6) and, without photo and links, who has the link of its mail: that link may be passed on,
 * and the app shows the world nothing that nobody has looked at. Throws NOT_FOUND for what the caller may not see.
 */
export async function readEvent(
  db: Queryable,
  id: string,
  {
    currentUser,
    hasLink,
    nowSeconds,
    photoAccess,
    ...reader
  }: Reader & {
    currentUser: CurrentUser | undefined
    hasLink: boolean
    nowSeconds: number
    photoAccess: PhotoAccess
  },
): Promise<OwnEvent> {
  const row = await findEvent(db, id)
  if (row === undefined) throw new ApiError('NOT_FOUND')
  const owns = currentUser !== undefined && row.user_id === currentUser.id
  const mayRead = may({ role: undefined, ...currentUser, owns }, 'event.read-unpublished')
  // A reader who has the mail to the contact address is most likely the submitter, without an account.
  const readsAll = mayRead || hasLink
  if (row.status !== 'PUBLISHED' && !readsAll) throw new ApiError('NOT_FOUND')
  const showsAll = row.status === 'PUBLISHED' || mayRead
  const shownRow = showsAll ? row : withoutPhotoAndLinks(row)
  const schedules = upcomingOccurrences(timedEvent(row, row.schedules ?? []), nowSeconds)
  const photoQuery = photoAccess.query(shownRow.photo_hash, row.status === 'PUBLISHED')
  return {
    ...programmeEvent(shownRow, schedules, { ...reader, nowSeconds }, photoQuery),
    ...(readsAll && { status: row.status }),
    ...(owns && { is_own: true }),
    ...(!showsAll && row.photo_hash !== null && { is_photo_withheld: true }),
    ...(readsAll && row.review_reason !== null && { review_reason: row.review_reason }),
  }
}

function withoutPhotoAndLinks(row: Row): Row {
  return { ...row, photo_hash: null, info_url: null, info_links: [], organiser: null }
}

export async function findEvent(db: Queryable, id: string): Promise<Row | undefined> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select ${wholeColumns}, e.status, e.user_id, e.review_reason, ${scheduleObjects()} as schedules
    from events e where e.id = ${id}`)
  return rows[0]
}
