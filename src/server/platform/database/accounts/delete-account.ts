import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { atSeconds, IMPORT_LOCK, type Queryable } from '@/server/platform/database/client'
import { announceEvents, deleteEvents } from '@/server/platform/database/events/change-log'
import { endAccountSubscriptions } from './push-subscriptions'
import { dropDecisions, enqueueMail, isMailAbout } from '@/server/platform/queue/job-queue'
import {
  activities,
  contactForms,
  events,
  idempotencyKeys,
  importSources,
  jobs,
  organisers,
  registrations,
  users,
  weekRequests,
  weekSubscribers,
} from '@/server/platform/database/schema'

type Account = typeof users.$inferSelect

/** The rows that one statement deletes: it has 20 s. */
const BATCH = 200

/** Locks its events, too, before the change counter and in one order, so that no two wait for each other. Undefined when it is gone. */
export async function lockAccount(tx: Queryable, id: string): Promise<Account | undefined> {
  // An import that runs may be writing the address into its settings and into new events.
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  const [known] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id))
  if (known === undefined) return undefined
  await lockEvents(tx, concerns({ id, ...known }))
  const [account] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return account
}

async function lockEvents(tx: Queryable, which: SQL | undefined): Promise<void> {
  await tx.select({ id: events.id }).from(events).where(which).orderBy(asc(events.id)).for('update')
}

/** The account's own events, and those that somebody else gave its address as the contact of. */
function concerns({ id, email }: Pick<Account, 'id' | 'email'>) {
  return or(eq(events.userId, id), isContact(email))
}

/**
 * Deletes a locked account for good, so that its person is nowhere any more. Published events stay, without an owner, and
 * without a contact address if it is this one or theirs; others are deleted. What was stored or enqueued for the address goes
 * too, and a last mail tells it. Photos that nothing shows any more go with the next sweep.
 */
export async function deleteAccount(tx: Queryable, account: Account, nowSeconds: number): Promise<void> {
  const { id: userId, email, locale } = account
  await deleteUnpublished(tx, eq(events.userId, userId), nowSeconds)
  await tx.update(events).set({ email: '' }).where(eq(events.userId, userId))
  await removeAddress(tx, email)
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
  await tx.delete(jobs).where(isMailAbout(userId))
  await endAccountSubscriptions(tx, userId)
  await tx.delete(activities).where(eq(activities.subjectId, userId))
  await removeOrganiser(tx, userId)
  await tx.delete(users).where(eq(users.id, userId))
  await enqueueMail(
    tx,
    // The mail has an id of its own: the account's is nowhere any more.
    { template: 'account-deleted', id: randomUUID(), addressee: { email, locale } },
    { now: atSeconds(nowSeconds) },
  )
}

/**
 * Erases a person who has no account, by their address (lower-cased): as with an account published events stay without it, and those of
 * nobody's account that are not published go. No mail tells it: who asked for it is told by who did it.
 */
export async function eraseAddress(tx: Queryable, email: string, nowSeconds: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  await lockEvents(tx, isContact(email))
  await deleteUnpublished(tx, and(isNull(events.userId), isContact(email)), nowSeconds)
  await removeAddress(tx, email)
}

/** The events of somebody's that are not published go, with their traces. */
async function deleteUnpublished(tx: Queryable, whose: SQL | undefined, nowSeconds: number): Promise<void> {
  const unpublished = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(whose, ne(events.status, 'PUBLISHED')))
    .orderBy(asc(events.id))
  const ids = unpublished.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    await deleteEvents(tx, batch, nowSeconds)
    await removeTraces(tx, batch)
  }
}

/** Removes an address from wherever it is, but for its account. */
async function removeAddress(tx: Queryable, email: string): Promise<void> {
  await tx.update(events).set({ email: '' }).where(isContact(email))
  await clearImportAddress(tx, email)
  await tx.delete(contactForms).where(eq(sql`lower(${contactForms.email})`, email))
  await tx.delete(registrations).where(eq(registrations.email, email))
  await tx.delete(weekRequests).where(eq(weekRequests.email, email))
  await tx.delete(weekSubscribers).where(eq(weekSubscribers.email, email))
  // The mail about decisions carries the address, because a rejected event may be deleted before it is sent.
  await deleteUnsentMails(tx, sql`lower(${jobs.payload} #>> '{addressee,email}') = ${email}`)
}

function isContact(email: string): SQL {
  return eq(sql`lower(${events.email})`, email)
}

/** Removes the organiser of an account: published events stay, and are by nobody then. */
async function removeOrganiser(tx: Queryable, userId: string): Promise<void> {
  const removed = await tx
    .delete(organisers)
    .where(eq(organisers.userId, userId))
    .returning({ id: organisers.id })
  // Another account was shown nothing: its events do not tell that it is gone.
  if (removed.length > 0) await announceEvents(tx, eq(events.userId, userId))
}

/** The contact that an administrator chose for what a calendar brings; without one nobody is mailed. */
async function clearImportAddress(tx: Queryable, email: string): Promise<void> {
  const path = sql.raw(`'{defaults,email}'`)
  await tx
    .update(importSources)
    .set({ mapping: sql`jsonb_set(${importSources.mapping}, ${path}, '""')` })
    .where(eq(sql`lower(${importSources.mapping} #>> ${path})`, email))
}

/** Removes the traces of deleted events: responses to their submissions, mails about them, words in the activity log. */
async function removeTraces(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.delete(idempotencyKeys).where(inArray(sql`${idempotencyKeys.response} ->> 'id'`, [...ids]))
  await deleteUnsentMails(tx, inArray(sql`${jobs.payload} ->> 'id'`, [...ids]))
  await dropDecisions(tx, ids)
  await tx
    .update(activities)
    .set({ subjectLabel: '', details: {} })
    .where(inArray(activities.subjectId, [...ids]))
}

/** Jobs that were given up are among them. One that was sent has no payload. */
async function deleteUnsentMails(tx: Queryable, which: ReturnType<typeof inArray>): Promise<void> {
  await tx.delete(jobs).where(and(eq(jobs.kind, 'mail'), which))
}
