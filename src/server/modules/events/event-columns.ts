import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { stateColumns } from '@/server/platform/database/events/state-columns'

/** The columns of `EventRow`, of an event named `e`. */
export const eventColumns = sql`
  e.id, e.title, e.description, e.location_name, e.latitude, e.longitude, e.price_cents, e.is_donation, e.audience,
  e.access, e.languages, e.info_url,
  e.info_links, e.photo_hash, e.photo_width, e.photo_height, e.photo_focus_x, e.photo_focus_y, e.photo_color,
  coalesce((
    select json_agg(json_build_object('id', t.id, 'key', t.key, 'name', t.name, 'names', t.names,
      'merged_keys', t.merged_keys) order by t.name)
    from event_tags et join tags t on t.id = et.tag_id where et.event_id = e.id
  ), '[]'::json) as tags, ${stateColumns}`

/** Whether a tag named `t` has one of these keys, or took one of them over when it was merged. */
export function hasKey(keys: readonly string[]): SQL {
  return sql`(t.key = any(${textArray(keys)}) or t.merged_keys && ${textArray(keys)})`
}

/** Epoch seconds of a timestamp, as a JavaScript number. */
export function seconds(column: string) {
  return sql.raw(`floor(extract(epoch from ${column}))::float8`)
}

/** A timestamp parameter from epoch seconds. */
export function instant(epochSeconds: number) {
  return sql`to_timestamp(${epochSeconds}::float8)`
}

/** An array parameter; drizzle itself would spread it into a list. */
export function textArray(values: readonly string[]) {
  return sql`${sql.param([...values])}::text[]`
}

/** Ids as a parameter, for the same reason. */
export function uuidArray(ids: readonly string[]) {
  return sql`${sql.param([...ids])}::uuid[]`
}

/** The stored schedules of an event named `e` as JSON, ordered by start and end; null when there are none. */
export function scheduleObjects(only: SQL = sql`true`) {
  return sql`(
    select json_agg(json_build_object('id', s.id, 'start_time', ${seconds('s.start_at')},
      'end_time', ${seconds('s.end_at')}, 'is_all_day', s.is_all_day) order by s.start_at, s.end_at)
    from schedules s where s.event_id = e.id and (${only}))`
}
