import { eq } from 'drizzle-orm'
import type { Queryable } from './client'
import { users } from './schema'

/**
 * Whether an account may sign in and write. It stays so until the commit: a suspension or a deletion at the same time waits, or
 * was first.
 */
export async function lockedAccountState(
  tx: Queryable,
  id: string,
): Promise<'active' | 'suspended' | 'deleted'> {
  const [found] = await tx
    .select({ suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  if (found === undefined) return 'deleted'
  return found.suspendedAt === null ? 'active' : 'suspended'
}
