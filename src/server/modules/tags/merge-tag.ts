import { asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import type { Queryable } from '@/server/platform/database/client'
import { indexMergedTag } from '@/server/platform/database/events/search-index'
import { eventTags, tags } from '@/server/platform/database/schema'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import { TAG, markBearers } from './edit-tags'

/**
 * Gives the events of one tag another in its place, also in replicas, and deletes the first. Its key
 * finds the other from then on, since links with it are in the world. Throws NOT_FOUND; VALIDATION_FAILED when the other is the same, or is gone.
 */
export async function mergeTag(
  tx: Queryable,
  id: string,
  intoId: string,
): Promise<{ merged: { name: string }; into: CountedTag }> {
  if (id === intoId) throw validationFailed([{ path: 'into_id', code: 'invalid' }])
  const [merged, into] = await lockBoth(tx, id, intoId)
  // Those that bear the other already are found by the key from now on, too.
  await markBearers(tx, id, intoId)
  await tx.execute(sql`
    insert into event_tags (event_id, tag_id)
    select event_id, ${intoId}::uuid from event_tags where tag_id = ${id}::uuid on conflict do nothing`)
  await indexMergedTag(tx, id, intoId)
  await tx.delete(tags).where(eq(tags.id, id))
  const merged_keys = [...into.merged_keys, merged.key, ...merged.merged_keys]
  await tx.update(tags).set({ mergedKeys: merged_keys }).where(eq(tags.id, intoId))
  const [counted] = await tx.select({ count: count() }).from(eventTags).where(eq(eventTags.tagId, intoId))
  return { merged, into: { ...into, merged_keys, count: counted?.count ?? 0 } }
}

/** Locks both in one order, so that two merges never wait for each other. */
async function lockBoth(tx: Queryable, id: string, intoId: string) {
  const found = await tx
    .select(TAG)
    .from(tags)
    .where(inArray(tags.id, [id, intoId]))
    .orderBy(asc(tags.id))
    .for('update')
  const merged = found.find((tag) => tag.id === id)
  const into = found.find((tag) => tag.id === intoId)
  if (merged === undefined) throw new ApiError('NOT_FOUND')
  if (into === undefined) throw validationFailed([{ path: 'into_id', code: 'tag_unknown' }])
  return [merged, into] as const
}
