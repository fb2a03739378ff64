import { and, asc, eq, exists, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Queryable } from '../client'
import { events, organisers } from '../schema'
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

/** Announces these of an account's events where staff has marked it as an organiser: they show its name. Of another account nothing changes. */
export function announceOrganiser(
  tx: Queryable,
  userId: string,
  which: SQL = eq(events.userId, userId),
): Promise<void> {
  const mark = tx.select({ id: organisers.id }).from(organisers).where(eq(organisers.userId, userId))
  return announceEvents(tx, sql`${which} and ${exists(mark)}`)
}
