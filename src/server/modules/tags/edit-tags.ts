import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Tag } from '@/contract/events/events'
import type { NewTag, TagName } from '@/domain/tags/tag-schemas'
import { announceEvents } from '@/server/platform/database/events/announce-events'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { eventTags, events, tags } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'

/** A tag as it is stored. */
export const TAG = {
  id: tags.id,
  key: tags.key,
  name: tags.name,
  names: tags.names,
  merged_keys: tags.mergedKeys,
}

/**
 * Adds a tag. A key that was merged into another tag is the new one's from then on. Throws VALIDATION_FAILED when the key is
 * another tag's own.
 */
export async function createTag(
  tx: Queryable,
  { key, name, names = {} }: NewTag,
  nowSeconds: number,
): Promise<Tag> {
  const heirs = await tx
    .update(tags)
    .set({ mergedKeys: sql`array_remove(${tags.mergedKeys}, ${key})` })
    .where(sql`${key} = any(${tags.mergedKeys})`)
    .returning({ id: tags.id })
  await markBearers(tx, ...heirs.map(({ id }) => id))
  const [created] = await tx
    .insert(tags)
    .values({ id: randomUUID(), key, name, names, createdAt: atSeconds(nowSeconds) })
    .onConflictDoNothing({ target: tags.key })
    .returning(TAG)
  if (created === undefined) throw validationFailed([{ path: 'key', code: 'tag_key_taken' }])
  return created
}

/**
 * Changes the names of a tag, also in the replicas of the events that bear it. A name without `names` is the one that is read in
 * `locale`: a client that knows of one name reads what it has written. Throws NOT_FOUND.
 */
export async function renameTag(
  tx: Queryable,
  id: string,
  { name, names }: TagName,
  locale: string,
): Promise<{ renamed: Tag; before: Tag }> {
  const before = await lockTag(tx, id)
  await markBearers(tx, id)
  const isOther = names === undefined && before.names[locale] !== undefined
  const change = isOther ? { names: { ...before.names, [locale]: name } } : { name, ...(names && { names }) }
  const [renamed] = await tx.update(tags).set(change).where(eq(tags.id, id)).returning(TAG)
  if (renamed === undefined) throw new ApiError('NOT_FOUND')
  return { renamed, before }
}

/** Deletes a tag, and returns it; the events that bear it lose it, also in replicas. Throws NOT_FOUND. */
export async function deleteTag(tx: Queryable, id: string): Promise<{ name: string }> {
  const deleted = await lockTag(tx, id)
  await markBearers(tx, id)
  await tx.delete(tags).where(eq(tags.id, id))
  return deleted
}

/** Locks a tag before all else: a submission that is about to use the tag is waited for, and then seen. */
async function lockTag(tx: Queryable, id: string) {
  const [found] = await tx.select(TAG).from(tags).where(eq(tags.id, id)).for('update')
  if (found === undefined) throw new ApiError('NOT_FOUND')
  return found
}

/** Replicas sync the published events that bear one of the tags again. */
export async function markBearers(tx: Queryable, ...tagIds: readonly string[]): Promise<void> {
  const bearers = tx
    .select({ id: eventTags.eventId })
    .from(eventTags)
    .where(inArray(eventTags.tagId, [...tagIds]))
  await announceEvents(tx, inArray(events.id, bearers))
}
