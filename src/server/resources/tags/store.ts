import { asc, count, eq, sql } from 'drizzle-orm'
import type { CountedTag } from '@/contract/back-office-tags'
import type { Tag } from '@/contract/events'
import type { Queryable } from '@/server/database/client'
import { eventTags, tags } from '@/server/database/schema'

export async function allTags(db: Queryable): Promise<Tag[]> {
  return db
    .select({ id: tags.id, key: tags.key, name: tags.name })
    .from(tags)
    .orderBy(asc(tags.name), asc(tags.key))
}

/** All tags, by name, with the number of events that bear them, in any status. */
export async function countedTags(db: Queryable): Promise<CountedTag[]> {
  return db
    .select({ id: tags.id, key: tags.key, name: tags.name, count: count(eventTags.eventId) })
    .from(tags)
    .leftJoin(eventTags, eq(eventTags.tagId, tags.id))
    .groupBy(tags.id)
    .orderBy(asc(tags.name), asc(tags.key))
}

/** Tags of published events that are not over, the most used first. */
export async function usedTags(db: Queryable, nowSeconds: number): Promise<(Tag & { count: number })[]> {
  const { rows } = await db.execute<Tag & { count: number } & Record<string, unknown>>(sql`
    select t.id, t.key, t.name, count(*)::int as count
    from tags t join event_tags et on et.tag_id = t.id join events e on e.id = et.event_id
    where e.status = 'PUBLISHED' and exists (
      select 1 from schedules s where s.event_id = e.id and s.end_at > to_timestamp(${nowSeconds}::float8))
    group by t.id order by count desc, t.name`)
  return rows
}
