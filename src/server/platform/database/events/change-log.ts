import { eq, sql, and, asc, exists, inArray, type SQL } from 'drizzle-orm'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { changeCounter, events, organisers, removedEvents } from '@/server/platform/database/schema'
import { replaceByRemovalNews } from '@/server/platform/queue/job-queue'

/**
 * The next number in the order of changes to the published programme. Call it inside the transaction of the
 * change: the row stays locked until the commit, so numbers appear in the order of their commits and a cursor
 * never skips one.
 */
export async function nextChange(tx: Queryable): Promise<number> {
  const [row] = await tx
    .update(changeCounter)
    .set({ value: sql`${changeCounter.value} + 1` })
    .where(eq(changeCounter.id, 1))
    .returning({ value: changeCounter.value })
  if (row === undefined) throw new Error('the change counter is missing')
  return row.value
}

/** Each change of an event also writes the next revision, the instant, and of a published one its place in the order of changes. */
export async function changeMarks(
  tx: Queryable,
  { revision, status }: Pick<typeof events.$inferSelect, 'revision' | 'status'>,
  nowSeconds: number,
) {
  const isPublic = status === 'PUBLISHED'
  const marks = { revision: revision + 1, updatedAt: atSeconds(nowSeconds) }
  return { ...marks, ...(isPublic && { changeSeq: await nextChange(tx) }) }
}

/** The point at which the order of changes stands. `lineage` names the database that counts. */
export async function changePosition(db: Queryable) {
  const [row] = await db.select().from(changeCounter).where(eq(changeCounter.id, 1))
  if (row === undefined) throw new Error('the change counter is missing')
  return row
}

/** Replicas show something of them that has changed. All are locked first, in one order: two changes never wait for each other. */
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
export function announceOrganiser(tx: Queryable, userId: string): Promise<void> {
  const mark = tx.select({ id: organisers.id }).from(organisers).where(eq(organisers.userId, userId))
  return announceEvents(tx, sql`${eq(events.userId, userId)} and ${exists(mark)}`)
}

/** Deletes from any status (rules 4.4). Replicas learn at their next sync of those that were ever published. */
export async function deleteEvents(tx: Queryable, ids: readonly string[], nowSeconds: number) {
  // All events before the change counter, and in one order: two batches never wait for each other.
  const found = await tx
    .select({ id: events.id, label: events.title, changeSeq: events.changeSeq })
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
  await replaceByRemovalNews(tx, [...known], nowSeconds)
  if (known.size > 0) await tx.delete(events).where(inArray(events.id, [...known]))
  return {
    done: ids.filter((id) => known.has(id)),
    /** The events that do not exist, or no longer. */
    failed: ids.filter((id) => !known.has(id)),
    /** For the activity log. */
    deleted: found.map(({ id, label }) => ({ id, label })),
  }
}
