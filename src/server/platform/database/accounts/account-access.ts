import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Role } from '@/domain/accounts/permission'
import { endSessions } from './end-sessions'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { endAccountSubscriptions } from './push-subscriptions'
import type { Queryable } from '../client'
import { secondsOf } from '../client'
import { users } from '../schema'

/** Changes what an account may do: from the back office, or by the person who runs the server. The caller holds its lock. */

type Account = typeof users.$inferSelect

/**
 * Gives an account a role and ends its sessions: one that was opened without a second factor must not become an administrator's.
 * Undefined for an account that is gone.
 */
export async function storeRole(
  tx: Queryable,
  id: string,
  role: Role,
  now: Date,
): Promise<Account | undefined> {
  await endSessions(tx, id, { nowSeconds: secondsOf(now) })
  return store(tx, id, { role, updatedAt: now })
}

/** Keeps an account from signing in, ends what of it is open, and a mail says so. Undefined for an account that is gone. */
export async function suspendAccount(tx: Queryable, id: string, now: Date): Promise<Account | undefined> {
  await endSessions(tx, id, { nowSeconds: secondsOf(now) })
  await endAccountSubscriptions(tx, id)
  // Each change has its own mail; a change is stored once.
  await enqueueMail(tx, { template: 'account-suspended', id }, { now, dedupeSuffix: `:${randomUUID()}` })
  return store(tx, id, { suspendedAt: now, updatedAt: now })
}

/** Lets an account sign in again, and a mail says so. Undefined for an account that is gone. */
export async function reinstateAccount(tx: Queryable, id: string, now: Date): Promise<Account | undefined> {
  await enqueueMail(tx, { template: 'account-reinstated', id }, { now, dedupeSuffix: `:${randomUUID()}` })
  return store(tx, id, { suspendedAt: null, updatedAt: now })
}

async function store(
  tx: Queryable,
  id: string,
  changes: Partial<Pick<Account, 'role' | 'suspendedAt' | 'updatedAt'>>,
): Promise<Account | undefined> {
  const [changed] = await tx.update(users).set(changes).where(eq(users.id, id)).returning()
  return changed
}
