import { asc, inArray } from 'drizzle-orm'
import type { ReviewAction } from '@/domain/events/event'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import { reviewEvent } from './review-event'

/**
 * Approves or rejects several events, as `reviewEvent` does one. Those that are gone or no longer ON_REVIEW are named in
 * `failed`; the others are done, all in the transaction of the caller.
 */
export async function reviewEvents(
  tx: Queryable,
  ids: readonly string[],
  review: { action: ReviewAction; reason: string | undefined; nowSeconds: number },
): Promise<{ done: { id: string; title: string }[]; failed: string[] }> {
  // All events before the change counter, and in one order: two batches never wait for each other.
  const locked = await tx
    .select({ id: events.id, title: events.title })
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))
    .for('update')
  const titles = new Map(locked.map(({ id, title }) => [id, title]))
  const done: { id: string; title: string }[] = []
  const failed: string[] = []
  for (const id of ids) {
    try {
      await reviewEvent(tx, id, review)
      done.push({ id, title: titles.get(id) ?? '' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(id)
    }
  }
  return { done, failed }
}
