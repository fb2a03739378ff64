import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../client'
import { changeCounter } from '../schema'

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

/** The point at which the order of changes stands. `lineage` names the database that counts. */
export async function changePosition(
  db: Queryable,
): Promise<{ lineage: string; value: number; oldest: number }> {
  const [row] = await db.select().from(changeCounter).where(eq(changeCounter.id, 1))
  if (row === undefined) throw new Error('the change counter is missing')
  return { lineage: row.lineage, value: row.value, oldest: row.oldest }
}
