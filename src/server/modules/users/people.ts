import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, isNull, like, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { BackOfficeUser, Person } from '@/contract/back-office/back-office-people'
import { jobName } from '@/domain/staff/jobs'
import { toAddress } from '@/domain/accounts/account'
import { endOf, isActive } from '@/server/http/auth/session'
import type { CurrentUser } from '@/server/http/auth/session'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { isLastAdministrator } from '@/server/platform/database/accounts/account-access'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import {
  deleteAccount,
  eraseAddress,
  isContact,
  lockAccount,
} from '@/server/platform/database/accounts/delete-account'
import { exportOf } from '@/server/platform/database/accounts/export-data'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import {
  contactForms,
  devices,
  events,
  jobs,
  pushSubscriptions,
  registrations,
  reminders,
  sessions,
  users,
  weekRequests,
  weekSubscribers,
} from '@/server/platform/database/schema'
import { hasText } from '@/server/platform/database/schema/columns'
import { byAdministrator, readUser } from './routes'

/** A person has an account, or is known by an address alone. */
export function personHandlers(deps: AppDeps) {
  const { db, photos, photoAccess, responses, securityLog, notifyWorkers } = deps
  return {
    getPerson: ({ query: { who }, ...call }) => readPerson(db, who, call),

    listAddresses: async ({ query: { search } }) => ({
      items: await addressesWith(db, toAddress(search).toLowerCase()),
    }),

    exportPerson: async ({ body: { who }, ...call }) => {
      const { email, user } = await readPerson(db, who, call)
      await recordActivity(db, call, 'person.exported', [{ id: user?.id ?? randomUUID(), label: '' }])
      const now = atSeconds(call.nowSeconds)
      return exportOf({ db, photos, now }, { email, ...(user !== null && { userId: user.id }) })
    },

    erasePerson: async ({ body: { who }, ...call }) => {
      const { currentUser, source, nowSeconds } = call
      const { email, user } = await readPerson(db, who, call)
      // Whoever leaves does it on their own profile, with their password.
      if (user?.id === currentUser.id) throw new ApiError('CONFLICT')
      const leftPhotos = await db.transaction(async (tx) => {
        const left =
          user === null
            ? await eraseAddress(tx, email, nowSeconds)
            : await eraseAccount(tx, user.id, nowSeconds)
        // Nothing leads from the entry to the person, who is nowhere any more.
        await recordActivity(tx, call, 'person.erased', [{ id: randomUUID(), label: '' }])
        return left
      })
      responses.clear()
      photoAccess.clear()
      notifyWorkers()
      const facts = user === null ? { address: email } : { accountId: user.id }
      securityLog.record('account.deleted', source, { ...facts, ...byAdministrator(call) })
      await photos.removeUnreferenced(leftPhotos)
      return {}
    },

    removeWeekSubscriber: async ({ params: { id }, ...call }) => {
      const isRemoved = await db.transaction(async (tx) => {
        const [removed] = await tx
          .delete(weekSubscribers)
          .where(eq(weekSubscribers.id, id))
          .returning({ email: weekSubscribers.email })
        if (removed === undefined) return false
        // The link of an earlier mail would begin it again.
        await tx.delete(weekRequests).where(eq(weekRequests.email, removed.email))
        await recordActivity(tx, call, 'week-mail.removed', [{ id, label: '' }])
        return true
      })
      if (!isRemoved) throw new ApiError('NOT_FOUND')
      securityLog.record('week-mail.ended', call.source, { ids: [id], ...byAdministrator(call) })
      return {}
    },
  } satisfies Partial<Handlers>
}

/** Throws NOT_FOUND for an id, or an address, that nothing is known of. */
async function readPerson(
  db: Queryable,
  who: string,
  { currentUser, nowSeconds }: { currentUser: CurrentUser; nowSeconds: number },
): Promise<Person> {
  const isAddress = who.includes('@')
  const user = await readUser(db, isAddress ? eq(users.email, who) : eq(users.id, who))
  if (user === undefined && !isAddress) throw new ApiError('NOT_FOUND')
  const [email, userId, eventsOf] = [user?.email ?? who, user?.id, isOf(user?.email ?? who, user)]
  const person: Person = {
    email,
    user: user ?? null,
    is_registering: (await db.$count(registrations, eq(registrations.email, email))) > 0,
    sessions: user === undefined ? [] : await sessionsOf(db, user, currentUser.sessionId, nowSeconds),
    events: await latestEvents(db, eventsOf),
    messages: await messagesOf(db, email),
    week_mail: await weekMailOf(db, email),
    push_subscriptions: userId === undefined ? [] : await pushSubscriptionsOf(db, userId),
    devices: userId === undefined ? [] : await devicesOf(db, userId),
    mails: await mailsOf(db, { email, userId, eventsOf }),
  }
  const { is_registering: isRegistering, events: own, messages, week_mail: week, mails } = person
  const isKnown = isRegistering || own.total + messages.length + mails.length > 0 || week !== null
  if (user === undefined && !isKnown) throw new ApiError('NOT_FOUND')
  return person
}

/** Throws NOT_FOUND, and CONFLICT for the last administrator. */
async function eraseAccount(tx: Queryable, id: string, nowSeconds: number): Promise<string[]> {
  const account = await lockAccount(tx, id)
  if (account === undefined) throw new ApiError('NOT_FOUND')
  if (await isLastAdministrator(tx, account)) throw new ApiError('CONFLICT')
  return deleteAccount(tx, account, nowSeconds)
}

/** An account's events are its own; of an address without one those that nobody's account has. */
function isOf(email: string, user: BackOfficeUser | undefined): SQL | undefined {
  return user === undefined ? and(isNull(events.userId), isContact(email)) : eq(events.userId, user.id)
}

/** rules 9. */
const LATEST_EVENTS = 5

async function latestEvents(db: Queryable, eventsOf: SQL | undefined): Promise<Person['events']> {
  const { id, title, status, createdAt } = events
  const rows = await db
    .select({ id, title, status, createdAt })
    .from(events)
    .where(eventsOf)
    .orderBy(desc(createdAt), asc(id))
    .limit(LATEST_EVENTS)
  return { total: await db.$count(events, eventsOf), items: rows.map(timed) }
}

async function sessionsOf(
  db: Queryable,
  { id, role }: BackOfficeUser,
  currentId: string,
  nowSeconds: number,
): Promise<Person['sessions']> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, id), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
  return rows
    .filter((row) => isActive(row, { role, suspendedAt: null }, atSeconds(nowSeconds)))
    .map((row) => ({
      ...timed({ id: row.id, createdAt: row.createdAt }),
      last_used_at: secondsOf(row.lastUsedAt),
      expires_at: secondsOf(endOf(row, role)),
      user_agent: row.userAgent,
      current: row.id === currentId,
    }))
}

async function messagesOf(db: Queryable, email: string): Promise<Person['messages']> {
  const { id, topic, message, doneAt, createdAt } = contactForms
  const rows = await db
    .select({ id, topic, message, doneAt, createdAt })
    .from(contactForms)
    .where(eq(sql`lower(${contactForms.email})`, email))
    .orderBy(desc(createdAt), asc(id))
  return rows.map(({ doneAt: done, ...row }) => ({ ...timed(row), is_done: done !== null }))
}

async function weekMailOf(db: Queryable, email: string): Promise<Person['week_mail']> {
  const [found] = await db.select().from(weekSubscribers).where(eq(weekSubscribers.email, email))
  if (found === undefined) return null
  const { id, locale, tagKeys, confirmedAt } = found
  return { id, locale, tag_keys: tagKeys, confirmed_at: secondsOf(confirmedAt) }
}

async function pushSubscriptionsOf(db: Queryable, userId: string): Promise<Person['push_subscriptions']> {
  const { id, createdAt } = pushSubscriptions
  const rows = await db
    .select({ id, createdAt, reminders: count(reminders.day) })
    .from(pushSubscriptions)
    .leftJoin(reminders, eq(reminders.subscriptionId, id))
    .where(eq(pushSubscriptions.userId, userId))
    .groupBy(id)
    .orderBy(asc(createdAt), asc(id))
  return rows.map(timed)
}

async function devicesOf(db: Queryable, userId: string): Promise<Person['devices']> {
  const { id, deviceId: device_id, createdAt } = devices
  const rows = await db
    .select({ id, device_id, createdAt })
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(asc(createdAt), asc(id))
  return rows.map(timed)
}

const MOST_MAILS = 50

/** The mails about what is theirs, and those that wait for their address. */
async function mailsOf(
  db: Queryable,
  { email, userId, eventsOf }: { email: string; userId: string | undefined; eventsOf: SQL | undefined },
): Promise<Person['mails']> {
  const idsOf = async (table: typeof registrations | typeof weekRequests | typeof weekSubscribers) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.email, email))).map(({ id }) => id)
  const [subscriber] = await idsOf(weekSubscribers)
  const own = await db.select({ id: events.id }).from(events).where(eventsOf)
  const about = [
    ...(userId === undefined ? [] : [userId]),
    ...(await idsOf(registrations)),
    ...(await idsOf(weekRequests)),
    ...own.map(({ id }) => id),
  ]
  const isAbout = or(
    inArray(sql`split_part(${jobs.dedupeKey}, ':', 3)`, about),
    sql`lower(${jobs.payload} #>> '{addressee,email}') = ${email}`,
  )
  const isWeeks =
    subscriber === undefined
      ? undefined
      : and(eq(jobs.kind, 'week-mail'), like(jobs.dedupeKey, `week-mail:${subscriber}:%`))
  const rows = await db
    .select()
    .from(jobs)
    .where(or(and(eq(jobs.kind, 'mail'), isAbout), isWeeks))
    .orderBy(desc(sql`coalesce(${jobs.doneAt}, ${jobs.runAt})`), asc(jobs.id))
    .limit(MOST_MAILS)
  return rows.flatMap(({ id, kind, dedupeKey, doneAt, runAt, lastError }) => {
    const name = jobName(kind, dedupeKey)
    // A job of another version, and what the team is mailed about.
    if (name === undefined || name === 'mail:support-message') return []
    const state = doneAt === null ? 'waiting' : lastError === null ? 'sent' : 'failed'
    return [{ id, name, state, at: secondsOf(doneAt ?? runAt) } as const]
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

function timed<T extends { createdAt: Date }>({ createdAt, ...rest }: T) {
  return { ...rest, created_at: secondsOf(createdAt) }
}
