import { eq } from 'drizzle-orm'
import type { Role } from '@/domain/accounts/permission'
import type { Queryable } from '../client'
import { users } from '../schema'

/** An account that may sign in and write has a role. */
type AccountState = { state: 'active'; role: Role } | { state: 'suspended' } | { state: 'deleted' }

/**
 * Whether an account may sign in and write. It stays so until the commit: a suspension, a deletion or another role at the same time
 * waits, or was first.
 */
export async function lockedAccountState(tx: Queryable, id: string): Promise<AccountState> {
  const [found] = await tx
    .select({ suspendedAt: users.suspendedAt, role: users.role })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  if (found === undefined) return { state: 'deleted' }
  return found.suspendedAt === null ? { state: 'active', role: found.role } : { state: 'suspended' }
}
