import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Tag } from '@/contract/events'
import { nextChange } from '@/server/database/change-log'
import { atSeconds } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { eventTags, events, tags } from '@/server/database/schema'
import { ApiError, validationFailed } from '@/server/http/api-error'

/** Adds a tag. Throws VALIDATION_FAILED when its key is taken. */
export async function createTag(
  db: Queryable,
  { key, name }: { key: string; name: string },
  nowSeconds: number,
): Promise<Tag> {
  const [created] = await db
    .insert(tags)
    .values({ id: randomUUID(), key, name, createdAt: atSeconds(nowSeconds) })
    .onConflictDoNothing({ target: tags.key })
    .returning({ id: tags.id, key: tags.key, name: tags.name })
  if (created === undefined) throw validationFailed([{ path: 'key', code: 'tag_key_taken' }])
  return created
}

/** Changes the name of a tag, also in the replicas of the events that bear it. Throws NOT_FOUND. */
export async function renameTag(
  tx: Queryable,
  id: string,
  name: string,
): Promise<{ renamed: Tag; nameBefore: string }> {
  const { name: nameBefore } = await lockTag(tx, id)
  await markBearers(tx, id)
  const [renamed] = await tx
    .update(tags)
    .set({ name })
    .where(eq(tags.id, id))
    .returning({ id: tags.id, key: tags.key, name: tags.name })
  if (renamed === undefined) throw new ApiError('NOT_FOUND')
  return { renamed, nameBefore }
}

/** Deletes a tag, and returns it; the events that bear it lose it, also in replicas. Throws NOT_FOUND. */
export async function deleteTag(tx: Queryable, id: string): Promise<{ name: string }> {
  const deleted = await lockTag(tx, id)
  await markBearers(tx, id)
  await tx.delete(tags).where(eq(tags.id, id))
  return deleted
}

/** First of all: a submission that is about to use the tag is waited for, and then seen. */
async function lockTag(tx: Queryable, id: string): Promise<{ name: string }> {
  const [found] = await tx.select({ name: tags.name }).from(tags).where(eq(tags.id, id)).for('update')
  if (found === undefined) throw new ApiError('NOT_FOUND')
  return found
}

/** Puts the published events that bear the tag at the end of the order of changes, so that replicas sync them again. */
export async function markBearers(tx: Queryable, tagId: string): Promise<void> {
  const bearers = await tx
    .select({ id: events.id, status: events.status })
    .from(events)
    .where(
      inArray(
        events.id,
        tx.select({ id: eventTags.eventId }).from(eventTags).where(eq(eventTags.tagId, tagId)),
      ),
    )
    .orderBy(asc(events.id))
    .for('update')
  const published = bearers.filter(({ status }) => status === 'PUBLISHED').map(({ id }) => id)
  if (published.length === 0) return
  const changeSeq = await nextChange(tx)
  await tx.update(events).set({ changeSeq }).where(inArray(events.id, published))
}
