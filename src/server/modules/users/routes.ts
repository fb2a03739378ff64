import { randomUUID } from 'node:crypto'
import { and, asc, inArray, desc, eq, sql, type SQL } from 'drizzle-orm'
import { ApiError, firstOf, orNotFound } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { readPage } from '@/server/http/routing/send-response'
import { type BackOfficeUser, personSchema, type Person } from '@/contract/back-office/back-office-people'
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
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { announceOrganiser } from '@/server/platform/database/events/change-log'
import {
  secondFactors,
  sessions,
  users,
  weekRequests,
  weekSubscribers,
} from '@/server/platform/database/schema'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { uuid } from '@/contract/envelope'
import { foldText } from '@/domain/text/plain-text'
import { hasText, personText, seconds, withoutNull } from '@/server/platform/database/schema/columns'
import type { CurrentUser } from '@/server/http/auth/session'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import { toAddress } from '@/domain/accounts/account'
import {
  deleteAccount,
  eraseAddress,
  lockAccount,
  exportOf,
  readPerson,
} from '@/server/platform/database/accounts/person-data'

export function userHandlers({ db, photos, securityLog }: AppDeps) {
  return {
    listUsers: ({ query }) => readPage(query, (slice) => listUsers(db, query, slice)),

    countUsers: () => countByRole(db),

    getUser: async ({ params }) => orNotFound(await readUser(db, eq(users.id, params.id))),

    /** Promotes or demotes somebody else, whose sessions end. */
    changeRole: ({ params: { id }, body: { role }, ...call }) =>
      change(id, call, {
        isDone: (user) => user.role === role,
        isOthers: true,
        takesAway: role !== 'ADMIN',
        write: (tx, now) => storeRole(tx, id, role, now),
        action: role === 'ADMIN' ? 'user.promoted' : 'user.demoted',
        event: 'role.changed',
        facts: { role },
      }),

    /** Keeps somebody else from signing in, and ends what of theirs is open. */
    suspendUser: ({ params: { id }, ...call }) =>
      change(id, call, {
        isDone: ({ suspendedAt }) => suspendedAt !== null,
        isOthers: true,
        takesAway: true,
        write: (tx, now) => suspendAccount(tx, id, now),
        action: 'user.suspended',
        event: 'account.suspended',
      }),

    reinstateUser: ({ params: { id }, ...call }) =>
      change(id, call, {
        isDone: ({ suspendedAt }) => suspendedAt === null,
        write: (tx, now) => reinstateAccount(tx, id, now),
        action: 'user.reinstated',
        event: 'account.reinstated',
      }),

    endUserSessions: async ({ params: { id }, ...call }) => {
      const { nowSeconds, currentUser, source } = call
      const ended = await db.transaction(async (tx) => {
        await lockPerson(tx, call, id)
        const count = await endSessions(tx, id, { nowSeconds, except: currentUser.sessionId })
        if (count > 0) await recordActivity(tx, call, 'user.sessions-ended', [{ id, label: '' }])
        return count
      })
      if (ended > 0) securityLog.record('session.ended', source, { accountId: id, ...byAdministrator(call) })
      return { ended }
    },

    endUserSession: async ({ params: { id, session_id: sessionId }, ...call }) => {
      // Whoever would end the session that they are in means to sign out.
      if (sessionId === call.currentUser.sessionId) throw new ApiError('CONFLICT')
      const ended = await db.transaction(async (tx) => {
        await lockPerson(tx, call, id)
        const isTheirs = sql`${sessions.id} = ${sessionId} and ${sessions.userId} = ${id}`
        const found = orNotFound(await endSession(tx, isTheirs, call.nowSeconds))
        await recordActivity(tx, call, 'user.sessions-ended', [{ id, label: '' }])
        return found
      })
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
      securityLog.record('password.reset-requested', source, { accountId: id, ...byAdministrator(call) })
      return {}
    },

    // A person has an account, or is known by an address alone.
    getPerson: ({ query: { who }, ...call }) => personOf(db, who, call),

    listAddresses: async ({ query: { search } }) => ({
      items: await addressesWith(db, toAddress(search).toLowerCase()),
    }),

    exportPerson: async ({ body: { who }, ...call }) => {
      const { email, user } = await personOf(db, who, call)
      await recordActivity(db, call, 'person.exported', [{ id: user?.id ?? randomUUID(), label: '' }])
      const now = atSeconds(call.nowSeconds)
      return exportOf({ db, photos, now }, { email, ...(user !== null && { userId: user.id }) })
    },

    erasePerson: async ({ body: { who }, ...call }) => {
      const { currentUser, source, nowSeconds } = call
      const { email, user } = await personOf(db, who, call)
      // Whoever leaves does it on their own profile, with their password.
      if (user?.id === currentUser.id) throw new ApiError('CONFLICT')
      await db.transaction(async (tx) => {
        if (user === null) await eraseAddress(tx, email, nowSeconds)
        else {
          const account = orNotFound(await lockAccount(tx, user.id))
          if (await isLastAdministrator(tx, account)) throw new ApiError('CONFLICT')
          await deleteAccount(tx, account, nowSeconds)
        }
        // Nothing leads from the entry to the person, who is nowhere any more.
        await recordActivity(tx, call, 'person.erased', [{ id: randomUUID(), label: '' }])
      })
      const facts = user === null ? { address: email } : { accountId: user.id }
      securityLog.record('account.deleted', source, { ...facts, ...byAdministrator(call) })
      return {}
    },

    removeWeekSubscriber: async ({ params: { id }, ...call }) => {
      await db.transaction(async (tx) => {
        const { email } = firstOf(
          await tx.delete(weekSubscribers).where(eq(weekSubscribers.id, id)).returning(),
        )
        // The link of an earlier mail would begin it again.
        await tx.delete(weekRequests).where(eq(weekRequests.email, email))
        await recordActivity(tx, call, 'week-mail.removed', [{ id, label: '' }])
      })
      securityLog.record('week-mail.ended', call.source, { ids: [id], ...byAdministrator(call) })
      return {}
    },
  } satisfies Partial<Handlers>

  /** Changes an account once, with its entry in the log. Throws FORBIDDEN, NOT_FOUND, and CONFLICT for oneself and the last administrator. */
  async function change(id: string, call: Actor & ByAdministrator, what: Change): Promise<BackOfficeUser> {
    const { isDone, isOthers = false, takesAway = false, write, action, event, facts } = what
    const { source, currentUser, nowSeconds } = call
    // An administrator who demotes or suspends themselves does it by mistake.
    if (isOthers && id === currentUser.id) throw new ApiError('CONFLICT')
    const hasChanged = await db.transaction(async (tx) => {
      // Events say who they are by while the account may sign in. They are locked before the account, as its deletion does.
      await announceOrganiser(tx, id)
      const before = await lockPerson(tx, call, id)
      if (isDone(before)) return false
      if (takesAway && (await isLastAdministrator(tx, before))) throw new ApiError('CONFLICT')
      await write(tx, atSeconds(nowSeconds))
      await recordActivity(tx, call, action, [{ id, label: '' }])
      return true
    })
    if (hasChanged)
      securityLog.record(event, source, { accountId: id, administratorId: currentUser.id, ...facts })
    return orNotFound(await readUser(db, eq(users.id, id)))
  }
}

interface ByAdministrator {
  currentUser: CurrentUser
  source: RequestSource
}

function byAdministrator({ currentUser }: { currentUser: CurrentUser }) {
  return { administratorId: currentUser.id, reason: 'by an administrator' }
}

type User = typeof users.$inferSelect

interface Change {
  isDone: (user: User) => boolean
  isOthers?: boolean
  /** The change may leave nobody who can use the back office. */
  takesAway?: boolean
  write: (tx: Queryable, now: Date) => Promise<unknown>
  action: ActivityAction
  event: 'role.changed' | 'account.suspended' | 'account.reinstated'
  facts?: { role: Role }
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
  return orNotFound(locked.find((user) => user.id === id))
}

/** The columns are chosen one by one: a password hash is not even read. */
const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  suspended_at: seconds<number | null>(users.suspendedAt),
  has_second_factor: sql<
    boolean | null
  >`case when ${users.role} = 'ADMIN' then exists (select from ${secondFactors}
    where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null) end`,
  created_at: seconds(users.createdAt),
  updated_at: seconds(users.updatedAt),
}

/** Registered people, the newest first; with a search only those whose name or address has it, or whose id it is. */
async function listUsers(
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
  return rows.map(withoutNull)
}

async function readUser(db: Queryable, which: SQL): Promise<BackOfficeUser | undefined> {
  const [user] = await db.select(columns).from(users).where(which)
  return user && withoutNull(user)
}

/** How many people have each role (rules 3, counts). */
async function countByRole(db: Queryable): Promise<{ users: number; admins: number }> {
  return {
    users: await db.$count(users, eq(users.role, 'USER')),
    admins: await db.$count(users, eq(users.role, 'ADMIN')),
  }
}

/** rules 9. */
const LATEST_EVENTS = 5

/** Throws NOT_FOUND for an id, or an address, that nothing is known of. */
async function personOf(
  db: Queryable,
  who: string,
  { currentUser, nowSeconds }: { currentUser: CurrentUser; nowSeconds: number },
): Promise<Person> {
  const isAddress = who.includes('@')
  const user = await readUser(db, isAddress ? eq(users.email, who) : eq(users.id, who))
  if (user === undefined && !isAddress) throw new ApiError('NOT_FOUND')
  const email = user?.email ?? who
  const data = await readPerson(db, { email, ...(user !== undefined && { userId: user.id }) })
  const { events, sessions: opened, support_messages: messages, week_mail, registrations, mails } = data
  const isKnown = week_mail !== null || [events, messages, registrations, mails].flat().length > 0
  if (user === undefined && !isKnown) throw new ApiError('NOT_FOUND')
  const isOpen = ({ revoked_at: ended, expires_at: end }: (typeof opened)[number]) =>
    ended === null && Date.parse(String(end)) > nowSeconds * 1000
  return personSchema.parse({
    ...data,
    email,
    user: user ?? null,
    is_registering: registrations.length > 0,
    sessions: opened
      .filter(isOpen)
      .map((session) => ({ ...session, current: session['id'] === currentUser.sessionId })),
    events: { total: events.length, items: events.slice(0, LATEST_EVENTS) },
    messages: messages.map((message) => ({ ...message, is_done: message.done_at !== null })),
    push_subscriptions: data.push_subscriptions.map(({ reminders, ...browser }) => ({
      ...browser,
      reminders: Array.isArray(reminders) ? reminders.length : 0,
    })),
    mails: mails
      // The team is mailed about a support message.
      .filter(({ kind }) => kind !== 'support-message')
      .map(({ id, kind, created_at, done_at, last_error }) => ({
        id,
        template: kind,
        state: done_at === null ? 'waiting' : last_error === null ? 'sent' : 'failed',
        at: done_at ?? created_at,
      })),
  })
}

const MOST_ADDRESSES = 20

async function addressesWith(db: Queryable, text: string): Promise<{ email: string }[]> {
  if (text === '') return []
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from (
      select lower(email) as email from events
      union select lower(email) from contact_forms
      union select email from week_subscribers
      union select email from week_requests
      union select email from registrations
    ) known
    where ${hasText(sql`email`, text)} and email not in (select email from users)
    order by email limit ${MOST_ADDRESSES}`)
  return rows
}
