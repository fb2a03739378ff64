import { count, eq, sql } from 'drizzle-orm'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import type { Tag } from '@/contract/events/events'
import { byUse, inLanguage } from '@/domain/tags/tag'
import type { Queryable } from '@/server/platform/database/client'
import { eventTags, tags } from '@/server/platform/database/schema'
import { TAG } from './edit-tags'

export async function allTags(db: Queryable, locale: string): Promise<Tag[]> {
  return byName(await db.select(TAG).from(tags), locale)
}

/** All tags, by name, with the number of events that bear them, in any status. */
export async function countedTags(db: Queryable, locale: string): Promise<CountedTag[]> {
  const counted = await db
    .select({ ...TAG, count: count(eventTags.eventId) })
    .from(tags)
    .leftJoin(eventTags, eq(eventTags.tagId, tags.id))
    .groupBy(tags.id)
  return byName(counted, locale)
}

/** Sorts by name, in a language of the app and in its alphabet. */
function byName<T extends Tag>(found: readonly T[], locale: string): T[] {
  return found
    .map((tag) => inLanguage(tag, locale))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale) || (a.key < b.key ? -1 : 1))
}

/** Tags of published events that are not over, the most used first. */
export async function usedTags(
  db: Queryable,
  { nowSeconds, locale }: { nowSeconds: number; locale: string },
): Promise<(Tag & { count: number })[]> {
  const { rows } = await db.execute<Tag & { count: number } & Record<string, unknown>>(sql`
    select t.id, t.key, t.name, t.names, t.merged_keys, count(*)::int as count
    from tags t join event_tags et on et.tag_id = t.id join events e on e.id = et.event_id
    where e.status = 'PUBLISHED' and exists (
      select 1 from schedules s where s.event_id = e.id and s.end_at > to_timestamp(${nowSeconds}::float8))
    group by t.id`)
  return rows.map((tag) => inLanguage(tag, locale)).toSorted(byUse)
}
