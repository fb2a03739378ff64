import { and, asc, eq } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Queryable } from '../client'
import { events } from '../schema'
import { nextChange } from './change-log'

/**
 * Puts the published ones of these events at the end of the order of changes: what replicas show of them has changed. All are locked
 * first, and in one order: two of such changes never wait for each other.
 */
export async function announceEvents(tx: Queryable, which: SQL): Promise<void> {
  const found = await tx
    .select({ status: events.status })
    .from(events)
    .where(which)
    .orderBy(asc(events.id))
    .for('update')
  if (found.every(({ status }) => status !== 'PUBLISHED')) return
  const changeSeq = await nextChange(tx)
  await tx
    .update(events)
    .set({ changeSeq })
    .where(and(which, eq(events.status, 'PUBLISHED')))
}
