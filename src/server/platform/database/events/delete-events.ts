import { asc, inArray } from 'drizzle-orm'
import { nextChange } from './change-log'
import { atSeconds } from '../client'
import type { Queryable } from '../client'
import { events, removedEvents } from '../schema'
import { replaceByRemovalNews, deleteWebPushes } from '@/server/platform/queue/reminder-jobs'

export interface Deletion {
  done: string[]
  /** The events that do not exist, or no longer. */
  failed: string[]
  /** The deleted events, for the activity log. */
  deleted: { id: string; label: string }[]
  /** Photos that may have lost their last event. */
  photos: string[]
}

/**
 * Deletes events for good, from any status (rules 4.4), with their tags and schedules. Of those that were ever published
 * replicas learn of it at their next sync.
 */
export async function deleteEvents(
  tx: Queryable,
  ids: readonly string[],
  nowSeconds: number,
): Promise<Deletion> {
  // All events before the change counter, and in one order: two batches never wait for each other.
  const found = await tx
    .select({ id: events.id, label: events.title, changeSeq: events.changeSeq, photo: events.photoHash })
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))
    .for('update')
  const known = new Set(found.map(({ id }) => id))
  const published = found.filter(({ changeSeq }) => changeSeq > 0)
  if (published.length > 0) {
    const changeSeq = await nextChange(tx)
    const removedAt = atSeconds(nowSeconds)
    await tx.insert(removedEvents).values(published.map(({ id }) => ({ eventId: id, changeSeq, removedAt })))
  }
  await deleteWebPushes(tx, [...known])
  await replaceByRemovalNews(tx, [...known], nowSeconds)
  if (known.size > 0) await tx.delete(events).where(inArray(events.id, [...known]))
  return {
    done: ids.filter((id) => known.has(id)),
    failed: ids.filter((id) => !known.has(id)),
    deleted: found.map(({ id, label }) => ({ id, label })),
    photos: found.flatMap(({ photo }) => (photo === null ? [] : [photo])),
  }
}
