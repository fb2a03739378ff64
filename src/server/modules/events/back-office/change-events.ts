import { asc, inArray } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'

export interface EventChanges {
  done: { id: string; title: string }[]
  /** The events that are gone, or no longer in the status that the change is for. */
  failed: string[]
}

/** Changes several events, each as `change` does, which returns the title or throws ApiError; all in the transaction of the caller. */
export async function changeEvents(
  tx: Queryable,
  ids: readonly string[],
  change: (id: string) => Promise<string>,
): Promise<EventChanges> {
  // All events before the change counter, and in one order: two batches never wait for each other.
  await tx
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))
    .for('update')
  const done: EventChanges['done'] = []
  const failed: string[] = []
  for (const id of ids) {
    try {
      done.push({ id, title: await change(id) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(id)
    }
  }
  return { done, failed }
}
