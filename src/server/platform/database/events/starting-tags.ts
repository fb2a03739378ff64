import { randomUUID } from 'node:crypto'
import { STARTING_TAGS } from '@/site/starting-tags'
import type { Queryable } from '@/server/platform/database/client'
import { events, tags } from '@/server/platform/database/schema'

/** A database that somebody has worked with gets none: what an administrator has deleted stays deleted. */
export async function ensureStartingTags(db: Queryable): Promise<void> {
  if (!(await hasTagsOrEvents(db))) await storeStartingTags(db)
}

/** Returns the ids by key. */
export async function storeStartingTags(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = STARTING_TAGS.map((tag) => ({ id: randomUUID(), ...tag }))
  // Another server may start on the same database at the same moment.
  await db.insert(tags).values(rows).onConflictDoNothing({ target: tags.key })
  return new Map(rows.map(({ id, key }) => [key, id]))
}

export async function hasTagsOrEvents(db: Queryable): Promise<boolean> {
  return (await db.$count(tags)) > 0 || (await db.$count(events)) > 0
}
