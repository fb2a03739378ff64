import { asc, inArray } from 'drizzle-orm'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import type { ActivityAction } from '@/domain/staff/activity'
import type { Role } from '@/domain/accounts/permission'
import {
  reinstateAccount,
  storeRole,
  suspendAccount,
} from '@/server/platform/database/accounts/account-access'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import type { Actor } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { endSessions } from '@/server/platform/database/accounts/end-sessions'
import { isLastAdministrator } from '@/server/platform/database/accounts/last-administrator'
import { announceOrganiser } from '@/server/platform/database/events/announce-events'
import { users } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import { shapeUser } from './store'

type User = typeof users.$inferSelect

/** The result of a change: nothing where it was so before. */
interface Change {
  user: BackOfficeUser
  hasChanged: boolean
}

/** Promotes or demotes somebody else, whose sessions end. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
export async function changeRole(tx: Queryable, actor: Actor, id: string, role: Role): Promise<Change> {
  const user = await lockOther(tx, actor, id)
  if (user.role === role) return unchanged(user)
  if (role !== 'ADMIN') await assertOtherAdministrator(tx, user)
  const changed = await storeRole(tx, id, role, atSeconds(actor.nowSeconds))
  return recorded(tx, actor, changed, role === 'ADMIN' ? 'user.promoted' : 'user.demoted')
}

/** Keeps somebody else from signing in, and ends what of theirs is open. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
export async function suspendUser(tx: Queryable, actor: Actor, id: string): Promise<Change> {
  // Events say who they are by while the account may sign in. They are locked before the account, as its deletion does.
  await announceOrganiser(tx, id)
  const user = await lockOther(tx, actor, id)
  if (user.suspendedAt !== null) return unchanged(user)
  await assertOtherAdministrator(tx, user)
  return recorded(tx, actor, await suspendAccount(tx, id, atSeconds(actor.nowSeconds)), 'user.suspended')
}

/** Lets somebody sign in again. Throws FORBIDDEN, NOT_FOUND. */
export async function reinstateUser(tx: Queryable, actor: Actor, id: string): Promise<Change> {
  await announceOrganiser(tx, id)
  const user = await lockPerson(tx, actor, id)
  if (user.suspendedAt === null) return unchanged(user)
  return recorded(tx, actor, await reinstateAccount(tx, id, atSeconds(actor.nowSeconds)), 'user.reinstated')
}

/** Ends a person's sessions, but for the one of the call. Returns how many. Throws FORBIDDEN, NOT_FOUND. */
export async function endUserSessions(tx: Queryable, actor: Actor, id: string): Promise<number> {
  await lockPerson(tx, actor, id)
  const { nowSeconds, currentUser } = actor
  const ended = await endSessions(tx, id, { nowSeconds, except: currentUser.sessionId })
  if (ended > 0) await recordActivity(tx, actor, 'user.sessions-ended', [{ id, label: '' }])
  return ended
}

/** An administrator who demotes or suspends themselves does it by mistake. */
async function lockOther(tx: Queryable, actor: Actor, id: string): Promise<User> {
  if (id === actor.currentUser.id) throw new ApiError('CONFLICT')
  return lockPerson(tx, actor, id)
}

/**
 * Locks the person and the administrator, in one order, so that of two who demote each other the second is none any more and is
 * refused.
 */
async function lockPerson(tx: Queryable, { currentUser }: Actor, id: string): Promise<User> {
  const locked = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [currentUser.id, id]))
    .orderBy(asc(users.id))
    .for('no key update')
  const administrator = locked.find((user) => user.id === currentUser.id)
  if (administrator?.role !== 'ADMIN' || administrator.suspendedAt !== null) throw new ApiError('FORBIDDEN')
  const person = locked.find((user) => user.id === id)
  if (person === undefined) throw new ApiError('NOT_FOUND')
  return person
}

async function assertOtherAdministrator(tx: Queryable, user: User): Promise<void> {
  if (await isLastAdministrator(tx, user)) throw new ApiError('CONFLICT')
}

async function recorded(
  tx: Queryable,
  actor: Actor,
  changed: User | undefined,
  action: ActivityAction,
): Promise<Change> {
  if (changed === undefined) throw new ApiError('NOT_FOUND')
  await recordActivity(tx, actor, action, [{ id: changed.id, label: '' }])
  return { user: shapeUser(changed), hasChanged: true }
}

function unchanged(user: User): Change {
  return { user: shapeUser(user), hasChanged: false }
}
