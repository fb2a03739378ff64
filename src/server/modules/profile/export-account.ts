import { setImmediate } from 'node:timers/promises'
import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { AccountExport } from '@/contract/accounts/own-account'
import type { OwnSubmission } from '@/contract/accounts/own-events'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import {
  activities,
  contactForms,
  devices,
  events,
  notifications,
  organisers,
  pushSubscriptions,
  reminders,
  savedEvents,
  weekSubscribers,
} from '@/server/platform/database/schema'
import type { CurrentUser } from '@/server/http/auth/session'
import { listSessions } from './list-sessions'
import { readOwnEvents } from './own-events'
import { ownSecondFactors } from './own-second-factors'
import { readProfile } from './store'

/** The events that are read at a time, so that somebody with thousands does not keep everybody else waiting. */
const BATCH = 200

/**
 * Everything that is stored about a person (GDPR 15, 20): what their account owns, and what was sent from their confirmed address.
 * Undefined when the account is gone. Submissions without an account are not in it: they can be claimed, and then are.
 */
export async function exportAccount(
  db: Queryable,
  currentUser: CurrentUser,
  { nowSeconds, locale }: { nowSeconds: number; locale: string },
): Promise<AccountExport | undefined> {
  const { id: userId, email } = currentUser
  const profile = await readProfile(db, userId)
  if (profile === undefined) return undefined
  return {
    exported_at: nowSeconds,
    profile,
    sessions: await listSessions(db, currentUser, nowSeconds),
    events: await ownEvents(db, userId, locale),
    devices: await ownDevices(db, userId),
    notifications: await ownNotifications(db, userId),
    support_messages: await supportMessages(db, email),
    activities: await ownActivities(db, userId),
    account_changes: await accountChanges(db, userId),
    saved_events: await ownSavedEvents(db, userId),
    push_subscriptions: await ownPushSubscriptions(db, userId),
    ...(await ownSecondFactors(db, userId)),
    ...(await ownOrganiser(db, userId)),
    ...(await ownWeekMail(db, email)),
  }
}

async function ownEvents(db: Queryable, userId: string, locale: string): Promise<OwnSubmission[]> {
  const all = await db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.userId, userId))
    .orderBy(desc(events.createdAt), asc(events.id))
  const read: OwnSubmission[] = []
  for (let start = 0; start < all.length; start += BATCH) {
    const ids = all.slice(start, start + BATCH).map(({ id }) => id)
    read.push(...(await readOwnEvents(db, userId, ids, locale)))
    await setImmediate()
  }
  return read
}

async function ownDevices(db: Queryable, userId: string) {
  const rows = await db.select().from(devices).where(eq(devices.userId, userId)).orderBy(devices.createdAt)
  return rows.map(({ deviceId, createdAt }) => ({ device_id: deviceId, created_at: secondsOf(createdAt) }))
}

async function ownNotifications(db: Queryable, userId: string) {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt))
  return rows.map(({ title, body, createdAt }) => ({ title, body, created_at: secondsOf(createdAt) }))
}

async function supportMessages(db: Queryable, email: string) {
  const rows = await db
    .select()
    .from(contactForms)
    .where(eq(sql`lower(${contactForms.email})`, email))
    .orderBy(desc(contactForms.createdAt))
  return rows.map((form) => ({
    first_name: form.firstName,
    last_name: form.lastName,
    email: form.email,
    topic: form.topic,
    message: form.message,
    created_at: secondsOf(form.createdAt),
  }))
}

async function ownActivities(db: Queryable, userId: string): Promise<AccountExport['activities']> {
  const rows = await db
    .select()
    .from(activities)
    .where(eq(activities.userId, userId))
    .orderBy(desc(activities.createdAt), desc(activities.id))
  return rows.map(({ action, subjectId, subjectLabel, details, createdAt }) => ({
    action,
    subject_id: subjectId,
    ...(subjectLabel !== '' && { subject_label: subjectLabel }),
    details,
    created_at: secondsOf(createdAt),
  }))
}

/** The changes that others made to the account; the user's own are in the rest of the export. */
async function accountChanges(db: Queryable, userId: string): Promise<AccountExport['account_changes']> {
  const byOthers = or(isNull(activities.userId), ne(activities.userId, userId))
  const rows = await db
    .select({ action: activities.action, createdAt: activities.createdAt })
    .from(activities)
    .where(and(eq(activities.subjectId, userId), byOthers))
    .orderBy(desc(activities.createdAt), desc(activities.id))
  return rows.map(({ action, createdAt }) => ({ action, created_at: secondsOf(createdAt) }))
}

async function ownPushSubscriptions(db: Queryable, userId: string) {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(pushSubscriptions.createdAt)
  const { subscriptionId, eventId: event_id, day, before } = reminders
  const dates = await db
    .select({ subscriptionId, event_id, day, before })
    .from(reminders)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, subscriptionId))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(day, event_id)
  return rows.map(({ id, endpoint, createdAt }) => ({
    endpoint,
    reminders: dates.flatMap(({ subscriptionId: of, ...date }) => (of === id ? [date] : [])),
    created_at: secondsOf(createdAt),
  }))
}

/** Its picture is on its page. */
async function ownOrganiser(db: Queryable, userId: string): Promise<Pick<AccountExport, 'organiser'>> {
  const { slug, name, texts, links } = organisers
  const [organiser] = await db
    .select({ slug, name, texts, links })
    .from(organisers)
    .where(eq(organisers.userId, userId))
  return organiser ? { organiser } : {}
}

async function ownSavedEvents(db: Queryable, userId: string): Promise<AccountExport['saved_events']> {
  const rows = await db.select().from(savedEvents).where(eq(savedEvents.userId, userId))
  return rows.map(({ eventId, day, isSaved, tappedAt }) => ({
    event_id: eventId,
    ...(day !== null && { day }),
    is_saved: isSaved,
    tapped_at: tappedAt.getTime(),
  }))
}

async function ownWeekMail(db: Queryable, email: string): Promise<Pick<AccountExport, 'week_mail'>> {
  const [found] = await db.select().from(weekSubscribers).where(eq(weekSubscribers.email, email))
  if (found === undefined) return {}
  const { locale, tagKeys, confirmedAt } = found
  return { week_mail: { locale, tag_keys: tagKeys, confirmed_at: secondsOf(confirmedAt) } }
}
