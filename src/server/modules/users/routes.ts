import { randomUUID } from 'node:crypto'
import { and, asc, inArray, desc, eq, sql, type SQL } from 'drizzle-orm'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { readPage } from '@/server/http/routing/send-response'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import type { ActivityAction } from '@/domain/staff/activity'
import type { Role } from '@/domain/accounts/permission'
import {
  reinstateAccount,
  storeRole,
  suspendAccount,
  endSession,
  endSessions,
  isLastAdministrator,
} from '@/server/platform/database/accounts/account-access'
import { recordActivity, type Actor } from '@/server/platform/database/accounts/activities'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { announceOrganiser } from '@/server/platform/database/events/change-log'
import { secondFactors, sessions, users } from '@/server/platform/database/schema'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { uuid } from '@/contract/envelope'
import { foldText } from '@/domain/text/plain-text'
import { hasText, personText } from '@/server/platform/database/schema/columns'
import type { CurrentUser } from '@/server/http/auth/session'
import type { RequestSource } from '@/server/http/routing/request/request-source'

export function userHandlers({ db, notifyWorkers, responses, photoAccess, securityLog }: AppDeps) {
  const changeAccess = async (
    id: string,
    { source, currentUser }: { source: RequestSource; currentUser: CurrentUser },
    event: 'account.suspended' | 'account.reinstated',
    write: (tx: Queryable) => Promise<Change>,
  ) => {
    const { user, hasChanged } = await db.transaction(write)
    // A page and events show an organiser while the account may sign in.
    responses.clear()
    photoAccess.clear()
    notifyWorkers()
    if (hasChanged) securityLog.record(event, source, { accountId: id, administratorId: currentUser.id })
    return user
  }
  return {
    listUsers: ({ query }) => readPage(query, (slice) => listUsers(db, query, slice)),

    countUsers: () => countByRole(db),

    getUser: async ({ params }) => {
      const user = await readUser(db, eq(users.id, params.id))
      if (user === undefined) throw new ApiError('NOT_FOUND')
      return user
    },

    changeRole: async ({ params: { id }, body: { role }, ...call }) => {
      const { user, hasChanged } = await db.transaction((tx) => changeRole(tx, call, id, role))
      const facts = { accountId: id, administratorId: call.currentUser.id, role }
      if (hasChanged) securityLog.record('role.changed', call.source, facts)
      return user
    },

    suspendUser: ({ params: { id }, ...call }) =>
      changeAccess(id, call, 'account.suspended', (tx) => suspendUser(tx, call, id)),

    reinstateUser: ({ params: { id }, ...call }) =>
      changeAccess(id, call, 'account.reinstated', (tx) => reinstateUser(tx, call, id)),

    endUserSessions: async ({ params: { id }, ...call }) => {
      const ended = await db.transaction((tx) => endUserSessions(tx, call, id))
      if (ended > 0)
        securityLog.record('session.ended', call.source, { accountId: id, ...byAdministrator(call) })
      return { ended }
    },

    endUserSession: async ({ params: { id, session_id: sessionId }, ...call }) => {
      // Whoever would end the session that they are in means to sign out.
      if (sessionId === call.currentUser.sessionId) throw new ApiError('CONFLICT')
      const ended = await db.transaction(async (tx) => {
        await lockPerson(tx, call, id)
        const isTheirs = sql`${sessions.id} = ${sessionId} and ${sessions.userId} = ${id}`
        const found = await endSession(tx, isTheirs, call.nowSeconds)
        if (found !== undefined) await recordActivity(tx, call, 'user.sessions-ended', [{ id, label: '' }])
        return found
      })
      if (ended === undefined) throw new ApiError('NOT_FOUND')
      securityLog.record('session.ended', call.source, { ...ended, ...byAdministrator(call) })
      return {}
    },

    sendUserPasswordReset: async ({ params: { id }, ...call }) => {
      const { nowSeconds, source } = call
      await db.transaction(async (tx) => {
        await lockPerson(tx, call, id)
        // Sent at each press: the link of an earlier mail may be lost.
        const options = { now: atSeconds(nowSeconds), dedupeSuffix: `:${randomUUID()}` }
        await enqueueMail(tx, { template: 'reset-password', id }, options)
        await recordActivity(tx, call, 'user.password-reset-sent', [{ id, label: '' }])
      })
      notifyWorkers()
      securityLog.record('password.reset-requested', source, { accountId: id, ...byAdministrator(call) })
      return {}
    },
  } satisfies Partial<Handlers>
}

export function byAdministrator({ currentUser }: { currentUser: CurrentUser }) {
  return { administratorId: currentUser.id, reason: 'by an administrator' }
}

type User = typeof users.$inferSelect

interface Change {
  user: BackOfficeUser
  hasChanged: boolean
}

/** Promotes or demotes somebody else, whose sessions end. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
async function changeRole(tx: Queryable, actor: Actor, id: string, role: Role): Promise<Change> {
  const user = await lockOther(tx, actor, id)
  if (user.role === role) return unchanged(user)
  if (role !== 'ADMIN') await assertOtherAdministrator(tx, user)
  const changed = await storeRole(tx, id, role, atSeconds(actor.nowSeconds))
  return recorded(tx, actor, changed, role === 'ADMIN' ? 'user.promoted' : 'user.demoted')
}

/** Keeps somebody else from signing in, and ends what of theirs is open. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
async function suspendUser(tx: Queryable, actor: Actor, id: string): Promise<Change> {
  // Events say who they are by while the account may sign in. They are locked before the account, as its deletion does.
  await announceOrganiser(tx, id)
  const user = await lockOther(tx, actor, id)
  if (user.suspendedAt !== null) return unchanged(user)
  await assertOtherAdministrator(tx, user)
  return recorded(tx, actor, await suspendAccount(tx, id, atSeconds(actor.nowSeconds)), 'user.suspended')
}

/** Lets somebody sign in again. Throws FORBIDDEN, NOT_FOUND. */
async function reinstateUser(tx: Queryable, actor: Actor, id: string): Promise<Change> {
  await announceOrganiser(tx, id)
  const user = await lockPerson(tx, actor, id)
  if (user.suspendedAt === null) return unchanged(user)
  return recorded(tx, actor, await reinstateAccount(tx, id, atSeconds(actor.nowSeconds)), 'user.reinstated')
}

/** Ends a person's sessions, but for the one of the call. Returns how many. Throws FORBIDDEN, NOT_FOUND. */
async function endUserSessions(tx: Queryable, actor: Actor, id: string): Promise<number> {
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

/** The columns are chosen one by one: a password hash is not even read. */
const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  suspendedAt: users.suspendedAt,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  hasSecondFactor: sql<boolean>`exists (select from ${secondFactors}
    where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)`,
}

/** Registered people, the newest first; with a search only those whose name or address has it, or whose id it is. */
export async function listUsers(
  db: Queryable,
  { search = '', role }: { search?: string | undefined; role?: Role | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<BackOfficeUser[]> {
  const text = foldText(search)
  const id = uuid.safeParse(text)
  const isFound =
    text === ''
      ? undefined
      : id.success
        ? eq(users.id, id.data)
        : hasText(personText(sql`${users.name}`, sql`${users.email}`), text)
  const rows = await db
    .select(columns)
    .from(users)
    .where(and(isFound, role && eq(users.role, role)))
    .orderBy(desc(users.createdAt), asc(users.id))
    .limit(limit)
    .offset(offset)
  return rows.map(shapeUser)
}

export async function readUser(db: Queryable, which: SQL): Promise<BackOfficeUser | undefined> {
  const [user] = await db.select(columns).from(users).where(which)
  return user && shapeUser(user)
}

/** How many people have each role (rules 3, counts). */
async function countByRole(db: Queryable): Promise<{ users: number; admins: number }> {
  const [row] = await db
    .select({
      users: sql<number>`(count(*) filter (where ${users.role} = 'USER'))::int`,
      admins: sql<number>`(count(*) filter (where ${users.role} = 'ADMIN'))::int`,
    })
    .from(users)
  return row ?? { users: 0, admins: 0 }
}

type Row = Pick<User, Exclude<keyof typeof columns, 'hasSecondFactor'>> & { hasSecondFactor?: boolean }

function shapeUser(user: Row): BackOfficeUser {
  const { id, name, email, role, suspendedAt, createdAt, updatedAt, hasSecondFactor } = user
  return {
    id,
    name,
    email,
    role,
    ...(suspendedAt !== null && { suspended_at: secondsOf(suspendedAt) }),
    ...(role === 'ADMIN' && hasSecondFactor !== undefined && { has_second_factor: hasSecondFactor }),
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(updatedAt),
  }
}
