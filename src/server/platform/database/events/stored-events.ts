import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { TimedEvent } from '@/domain/events/programme'
import type { NamedTag } from '@/domain/tags/tag'
import type { Occurrence } from '@/domain/timetables/recurrence'
import { allStates, dayStates } from './event-dates'
import { STATED_COLUMNS } from './event-content'
import { seconds } from '../schema/columns'
import type { Queryable } from '../client'
import { events, organisers, users } from '../schema'

export interface StoredTag extends NamedTag {
  id: string
  key: string
  merged_keys: string[]
}

export interface StoredSchedule extends Occurrence {
  id: string
}

/** An event is shown with an organiser while that one's account is not suspended. */
const isShownOrganiser = and(eq(users.id, events.userId), isNull(users.suspendedAt))

/** The tags of a row of `events`, by name, as JSON. Plain SQL: drizzle would leave out the table of its id, which is then the tag's. */
export const TAGS_OF_EVENT = sql<StoredTag[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'key', t.key, 'name', t.name, 'names', t.names,
    'merged_keys', t.merged_keys) order by t.name)
  from event_tags et join tags t on t.id = et.tag_id where et.event_id = events.id), '[]')`

const COLUMNS = {
  id: events.id,
  status: events.status,
  user_id: events.userId,
  review_reason: events.reviewReason,
  title: events.title,
  description: events.description,
  location_name: events.locationName,
  latitude: events.latitude,
  longitude: events.longitude,
  ...STATED_COLUMNS,
  photo: events.photo,
  whole_state: events.state,
  whole_note: events.stateNote,
  day_states: dayStates(events.id),
  timetable: events.timetable,
  stored_until: seconds<number | null>(events.materialisedUntil),
  revision: events.revision,
  change_seq: events.changeSeq,
  updated_at: seconds(events.updatedAt),
  published_at: seconds(sql`coalesce(${events.reviewedAt}, ${events.createdAt})`),
  organiser: { slug: organisers.slug, name: organisers.name },
  tags: TAGS_OF_EVENT,
}

/**
 * Reads events as people are shown them. Of a recurring one those schedules that end after `since` (epoch seconds), of others all: a festival
 * under way shows its first days, too.
 */
export async function readStoredEvents(tx: Queryable, which: SQL | undefined, since = 0) {
  const isRead = sql`s.end_at > to_timestamp(${since}::float8) or not ${events.timetable} ? 'repeated'`
  const schedules = sql<StoredSchedule[]>`coalesce((
    select json_agg(json_build_object('id', s.id, 'start_time', ${seconds(sql`s.start_at`)},
      'end_time', ${seconds(sql`s.end_at`)}, 'is_all_day', s.is_all_day) order by s.start_at, s.end_at)
    from schedules s where s.event_id = ${events.id} and (${isRead})), '[]')`
  const rows = await tx
    .select({ ...COLUMNS, schedules })
    .from(events)
    .leftJoin(users, isShownOrganiser)
    .leftJoin(organisers, eq(organisers.userId, users.id))
    .where(which)
  return rows.map(({ timetable, stored_until, organiser, ...row }) => {
    const rule = 'repeated' in timetable ? timetable.repeated : undefined
    const timed: TimedEvent<StoredSchedule> = {
      schedules: row.schedules,
      ...(rule && { rule }),
      ...(rule && stored_until !== null && { recurrence: { rule, stored_until } }),
    }
    const { start_time = 0, end_time = 0, is_all_day = false } = row.schedules[0] ?? {}
    return withFastProperties({
      ...row,
      ...timed,
      start_time,
      end_time,
      is_all_day,
      ...(row.priceCents !== null && { price: row.priceCents / 100 }),
      weekdays: rule?.days ?? null,
      organiser: organiser ?? undefined,
      states: allStates(row),
    })
  })
}

/** Drizzle adds key after key, by which V8 makes a hash table of each row: reading thousands of those takes ten times as long. */
function withFastProperties<T extends object>(row: T): T {
  return JSON.parse(JSON.stringify(row)) as T
}

/** An event as the selection of the domain takes it, with what it is shown with; its times are those of its first schedule. */
export type StoredEvent = Awaited<ReturnType<typeof readStoredEvents>>[number]

export async function readStoredEvent(db: Queryable, id: string): Promise<StoredEvent | undefined> {
  const [event] = await readStoredEvents(db, eq(events.id, id))
  return event
}

/** Everybody may read these of an organiser. */
export const ORGANISER_COLUMNS = {
  slug: organisers.slug,
  name: organisers.name,
  texts: organisers.texts,
  links: organisers.links,
  photo: organisers.photo,
}

/** The organisers that are shown: those whose accounts are not suspended. */
export function readStoredOrganisers(tx: Queryable) {
  return tx
    .select(ORGANISER_COLUMNS)
    .from(organisers)
    .innerJoin(users, and(eq(users.id, organisers.userId), isNull(users.suspendedAt)))
    .orderBy(organisers.slug)
}

export type StoredOrganiser = Awaited<ReturnType<typeof readStoredOrganisers>>[number]
