import { and, eq, exists, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Queryable } from '../client'
import { ADMINISTRATORS_LOCK } from '../locks'
import { identities, users } from '../schema'

/** The condition of an administrator who can sign in: not suspended, with a password or a provider. */
export function isAbleAdministrator(db: Queryable): SQL | undefined {
  const hasProvider = exists(
    db.select({ userId: identities.userId }).from(identities).where(eq(identities.userId, users.id)),
  )
  return and(
    eq(users.role, 'ADMIN'),
    isNull(users.suspendedAt),
    or(isNotNull(users.passwordHash), hasProvider),
  )
}

/** Whether nobody else could use the back office. Holds off whoever takes another administrator away, until the commit. */
export async function isLastAdministrator(
  tx: Queryable,
  { id, role }: Pick<typeof users.$inferSelect, 'id' | 'role'>,
): Promise<boolean> {
  if (role !== 'ADMIN') return false
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAbleAdministrator(tx), ne(users.id, id)))
    .limit(1)
  return others.length === 0
}
