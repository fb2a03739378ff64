import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { personSchema, type Person } from '@/contract/back-office/back-office-people'
import { toAddress } from '@/domain/accounts/account'
import type { CurrentUser } from '@/server/http/auth/session'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { isLastAdministrator } from '@/server/platform/database/accounts/account-access'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { deleteAccount, eraseAddress, lockAccount } from '@/server/platform/database/accounts/delete-account'
import { exportOf, readPerson } from '@/server/platform/database/accounts/export-data'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { users, weekRequests, weekSubscribers } from '@/server/platform/database/schema'
import { hasText } from '@/server/platform/database/schema/columns'
import { byAdministrator, readUser } from './routes'

/** A person has an account, or is known by an address alone. */
export function personHandlers(deps: AppDeps) {
  const { db, photos, photoAccess, responses, securityLog, notifyWorkers } = deps
  return {
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
        await (user === null ? eraseAddress(tx, email, nowSeconds) : eraseAccount(tx, user.id, nowSeconds))
        // Nothing leads from the entry to the person, who is nowhere any more.
        await recordActivity(tx, call, 'person.erased', [{ id: randomUUID(), label: '' }])
      })
      responses.clear()
      photoAccess.clear()
      notifyWorkers()
      const facts = user === null ? { address: email } : { accountId: user.id }
      securityLog.record('account.deleted', source, { ...facts, ...byAdministrator(call) })
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
  const { events, sessions, support_messages: messages, week_mail, registrations, mails } = data
  const isKnown = week_mail !== null || [events, messages, registrations, mails].flat().length > 0
  if (user === undefined && !isKnown) throw new ApiError('NOT_FOUND')
  const isOpen = ({ revoked_at: ended, expires_at: end }: (typeof sessions)[number]) =>
    ended === null && Date.parse(String(end)) > nowSeconds * 1000
  return personSchema.parse({
    ...data,
    email,
    user: user ?? null,
    is_registering: registrations.length > 0,
    sessions: sessions
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

/** Throws NOT_FOUND, and CONFLICT for the last administrator. */
async function eraseAccount(tx: Queryable, id: string, nowSeconds: number): Promise<void> {
  const account = await lockAccount(tx, id)
  if (account === undefined) throw new ApiError('NOT_FOUND')
  if (await isLastAdministrator(tx, account)) throw new ApiError('CONFLICT')
  await deleteAccount(tx, account, nowSeconds)
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
