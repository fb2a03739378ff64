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
  devices,
  eventTags,
  identities,
  notifications,
  proposals,
  pushSubscriptionEvents,
  pushSubscriptions,
  reminders,
  secondFactors,
  sessions,
  tags,
} from '@/server/platform/database/schema'
import { Readable } from 'node:stream'
import JSZip from 'jszip'
import { photoFileName } from '@/domain/events/event'
import type { PhotoStore } from '@/server/platform/photos/stores/store'

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

/** Whose data it is: an account with its address, or an address without an account. `email` is lower-cased. */
export interface Person {
  userId?: string
  email: string
}

export interface ExportDeps {
  db: Queryable
  photos: Pick<PhotoStore, 'open'>
  now: Date
}

/**
 * Everything that is stored about a person (GDPR 15 and 20), as the bytes of a zip: `data.json`, and their photos beside it. No
 * secret is in it, and nobody else's name or address. Photos are read one at a time, as fast as the reader takes them.
 */
export async function* exportOf(deps: ExportDeps, person: Person): AsyncGenerator<Buffer> {
  const { photos, ...data } = await readPerson(deps.db, person)
  const zip = new JSZip()
  const options = { date: deps.now, createFolders: false }
  zip.file('data.json', JSON.stringify({ exported_at: deps.now, ...data }, null, 2), options)
  for (const { path, hash } of photos) zip.file(path, Readable.from(pictureOf(deps.photos, hash)), options)
  // Photos are compressed already.
  yield* new Readable().wrap(zip.generateNodeStream({ streamFiles: true, compression: 'STORE' }))
}

/** Read once it is its turn. One that is deleted at this moment, or missing in a restored backup, is empty. */
async function* pictureOf(photos: ExportDeps['photos'], hash: string): AsyncGenerator<Buffer> {
  const picture = await photos.open(photoFileName(hash, 'full'))
  if (picture !== undefined) yield picture
}

type Row = Record<string, unknown>

/** The columns are named one by one, so that a new one that is secret is not in it by itself. The desk's page of a person shows it, too. */
export async function readPerson(db: Queryable, { userId = NOBODY, email }: Person) {
  // As JSON its instants are ISO 8601.
  const read = async <T extends Row>(query: SQL) => {
    const { rows } = await db.execute<{ row: T }>(sql`select to_jsonb(found) as row from (${query}) found`)
    return rows.map(({ row }) => row)
  }
  const isTheirs = eq(events.userId, userId)
  // An event that was sent without an account is whose its address is.
  const isSentByAddress = and(isNull(events.userId), eq(sql`lower(${events.email})`, email))

  const ownEvents = await read<{ id: string; photo: { name: string } | null }>(sql`
    select ${events.id}, title, description, status, ${events.email}, ${events.locale}, location_name, latitude, longitude,
      price_cents, is_donation, audience, access, languages, info_url, info_links, timetable, photo,
      ${events.state}, state_note, review_reason, ${events.createdAt}, ${events.updatedAt},
      (select array_agg(${tags.key} order by ${tags.key}) from ${eventTags} join ${tags} on ${tags.id} = ${eventTags.tagId}
        where ${eventTags.eventId} = ${events.id}) as tags
    from ${events} where ${or(isTheirs, isSentByAddress)} order by ${events.createdAt} desc, ${events.id}`)
  const eventIds = ownEvents.map(({ id }) => id)
  const isContactOf = and(eq(sql`lower(${events.email})`, email), ne(events.userId, userId))
  const changes = await read<{ event_id: string; content: { photo?: { name?: string } | null } }>(sql`
    select event_id, content, created_at from ${proposals} where ${inArray(proposals.eventId, [...eventIds, NOBODY])}`)
  const messages = await read<{ id: string; done_at: string | null }>(sql`
    select id, first_name, last_name, email, topic, message, locale, created_at, done_at
    from ${contactForms} where lower(email) = ${email} order by created_at desc`)
  const requests = await read<{ id: string }>(sql`
    select id, email, locale, tag_keys, created_at from ${weekRequests} where email = ${email}`)
  const registered = await read<{ id: string }>(sql`
    select id, email, name, locale, created_at from ${registrations} where email = ${email}`)
  const about = [userId, ...eventIds, ...[messages, requests, registered].flat().map(({ id }) => id)]

  const [account] = await read(sql`
    select id, email, name, role, locale, suspended_at, password_hash is not null as has_password, created_at, updated_at
    from ${users} where id = ${userId}`)
  const [secondFactor] = await read(sql`
    select confirmed_at as since, cardinality(recovery_hashes) as recovery_codes_left
    from ${secondFactors} where user_id = ${userId} and confirmed_at is not null`)
  const [organiser] = await read<{ photo: { name: string } | null }>(sql`
    select slug, name, texts, links, photo, created_at from ${organisers} where user_id = ${userId}`)
  const [weekMail] = await read(sql`
    select id, email, locale, tag_keys, confirmed_at, sent_week from ${weekSubscribers} where email = ${email}`)
  return {
    account: account ?? null,
    sign_in_providers: await read(sql`
      select provider, created_at from ${identities} where user_id = ${userId}`),
    second_factor: secondFactor ?? null,
    sessions: await read(sql`
      select id, created_at, last_used_at, expires_at, revoked_at, user_agent, method
      from ${sessions} where user_id = ${userId} order by last_used_at desc`),
    events: ownEvents.map(({ photo, ...event }) => ({ ...event, photo: photo && `photos/${event.id}.jpg` })),
    proposed_changes: changes,
    contact_of_events: (await read<{ id: string }>(sql`select id from ${events} where ${isContactOf}`)).map(
      ({ id }) => id,
    ),
    contact_of_imports: await read(sql`
      select name, url from ${importSources} where lower(${importSources.mapping} #>> '{defaults,email}') = ${email}`),
    organiser: organiser ?? null,
    support_messages: messages,
    week_mail: weekMail ?? null,
    week_mail_requests: requests,
    registrations: registered,
    mails: await read(sql`
      select id, split_part(dedupe_key, ':', 2) as kind, created_at, done_at, last_error from ${jobs}
      where kind = 'mail' and (split_part(dedupe_key, ':', 3) = any(${sql.param(about)}::text[])
        or lower(payload #>> '{addressee,email}') = ${email}) order by created_at desc`),
    devices: await read(sql`
      select id, device_id, created_at, updated_at from ${devices} where user_id = ${userId}`),
    notifications: await read(sql`
      select title, body, data, created_at from ${notifications} where user_id = ${userId} order by created_at desc`),
    push_subscriptions: await read(sql`
      select id, endpoint, locale, created_at,
        (select coalesce(json_agg(json_build_object('event_id', event_id, 'day', day, 'kinds', kinds) order by day), '[]')
          from ${reminders} where subscription_id = ${pushSubscriptions.id}) as reminders,
        (select coalesce(json_agg(event_id), '[]')
          from ${pushSubscriptionEvents} where subscription_id = ${pushSubscriptions.id}) as events
      from ${pushSubscriptions} where user_id = ${userId} order by created_at`),
    activities: await read(sql`
      select action, subject_id, subject_label, details, created_at
      from ${activities} where user_id = ${userId} order by created_at desc, id desc`),
    // Who did it is somebody else's.
    changes_by_others: await read(sql`
      select action, created_at from ${activities}
      where subject_id = ${userId} and user_id is distinct from ${userId} order by created_at desc, id desc`),
    photos: [
      ...ownEvents.map(({ id, photo }) => ({ path: `photos/${id}.jpg`, hash: photo?.name })),
      ...changes.map(({ event_id, content }) => ({
        path: `photos/${event_id}-proposed.jpg`,
        hash: content.photo?.name,
      })),
      { path: 'photos/organiser.jpg', hash: organiser?.photo?.name },
    ].flatMap(({ path, hash }) => (hash ? [{ path, hash }] : [])),
  }
}

/** The id of no row: a query that asks for it finds nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
