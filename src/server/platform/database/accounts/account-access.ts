import { randomUUID } from 'node:crypto'
import { eq, and, isNull, ne, exists, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { Role } from '@/domain/accounts/permission'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { secondsOf, atSeconds, ADMINISTRATORS_LOCK, type Queryable } from '@/server/platform/database/client'
import { users, sessions, identities } from '@/server/platform/database/schema'
import { endAccountSubscriptions } from './push-subscriptions'

/** Changes what an account may do: from the back office, or by the person who runs the server. The caller holds its lock. */

type Account = typeof users.$inferSelect

/** Ends its sessions: one without a second factor must not become an administrator's. Undefined for an account that is gone. */
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

/** An account that may sign in and write has a role. */
type AccountState = { state: 'active'; role: Role } | { state: 'suspended' } | { state: 'deleted' }

/** It stays so until the commit: a suspension, a deletion or another role waits, or was first. */
export async function lockedAccountState(tx: Queryable, id: string): Promise<AccountState> {
  const [found] = await tx
    .select({ suspendedAt: users.suspendedAt, role: users.role })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  if (found === undefined) return { state: 'deleted' }
  return found.suspendedAt === null ? { state: 'active', role: found.role } : { state: 'suspended' }
}

/** Undefined when there is none, or it had ended. */
export async function endSession(db: Queryable, which: SQL, nowSeconds: number) {
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: atSeconds(nowSeconds) })
    .where(and(which, isNull(sessions.revokedAt)))
    .returning({ accountId: sessions.userId, sessionId: sessions.id })
  return ended
}

/** Ends the sessions of an account, but for one if there is one to keep. Returns how many. */
export async function endSessions(
  tx: Queryable,
  userId: string,
  { nowSeconds, except }: { nowSeconds: number; except?: string },
): Promise<number> {
  const others = except === undefined ? [] : [ne(sessions.id, except)]
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: atSeconds(nowSeconds) })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ...others))
    .returning({ id: sessions.id })
  return ended.length
}

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

/** True if nobody else could use the back office. Holds off whoever takes another administrator away, until the commit. */
export async function isLastAdministrator(
  tx: Queryable,
  { id, role }: Pick<typeof users.$inferSelect, 'id' | 'role'>,
): Promise<boolean> {
  if (role !== 'ADMIN') return false
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
  return (await tx.$count(users, and(isAbleAdministrator(tx), ne(users.id, id)))) === 0
}
