import { randomUUID } from 'node:crypto'
import { and, count, eq, gte } from 'drizzle-orm'
import type { Reminder } from '@/contract/accounts/reminders'
import { MAX_REMINDERS_A_BROWSER } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import { ApiError } from '@/server/http/errors/api-error'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { readEventDates } from '@/server/platform/database/events/date-facts'
import { events, pushSubscriptions, reminders } from '@/server/platform/database/schema'
import { dropReminderJobs, enqueueReminder, followReminders } from '@/server/platform/queue/reminder-jobs'

/** The seconds until dates of today are over. */
const TOO_MANY_RETRY_SECONDS = 86_400

interface NewReminder extends Reminder {
  browser: { endpoint: string; p256dh: string; auth: string; locale: string }
  nowSeconds: number
}

/**
 * Stores what a browser wants to be told of a date, in place of what it wanted before, with the jobs that tell it. Throws NOT_FOUND for
 * what is no date to come of a published event, and TOO_MANY_REQUESTS beyond MAX_REMINDERS_A_BROWSER.
 */
export async function storeReminder(tx: Queryable, wanted: NewReminder): Promise<void> {
  const { event_id: eventId, day, nowSeconds } = wanted
  // An edit waits until this is stored, and then follows it.
  await tx.select({ id: events.id }).from(events).where(eq(events.id, eventId)).for('share')
  const dates = await readEventDates(tx, eventId)
  const createdAt = atSeconds(nowSeconds)
  const date = dates?.on(day, createdAt)
  if (dates === undefined || date === undefined || date.start_time <= nowSeconds)
    throw new ApiError('NOT_FOUND')
  const subscriptionId = await rememberBrowser(tx, wanted)
  const before = [...new Set(wanted.before)]
  const reminder = { subscriptionId, eventId, day, before, told: dates.factsOf(day, createdAt), createdAt }
  const isKnown = await isStored(tx, reminder)
  if (!isKnown && (await countToCome(tx, subscriptionId, nowSeconds)) >= MAX_REMINDERS_A_BROWSER)
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: TOO_MANY_RETRY_SECONDS })
  await tx
    .insert(reminders)
    .values(reminder)
    .onConflictDoUpdate({
      target: [reminders.subscriptionId, reminders.eventId, reminders.day],
      set: { before, told: reminder.told, createdAt },
    })
  await enqueueReminder(tx, reminder, dates, nowSeconds)
}

/** Unknown ones are no error: what is to be gone is gone. */
export async function removeReminder(
  tx: Queryable,
  { endpoint, event_id: eventId, day }: { endpoint: string; event_id: string; day: string },
): Promise<void> {
  const [browser] = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
  if (browser === undefined) return
  const reminder = { subscriptionId: browser.id, eventId, day }
  await tx.delete(reminders).where(isReminder(reminder))
  await dropReminderJobs(tx, reminder)
}

/** The browser has another subscription now, and is reminded there of what it was to be reminded of at the old one. */
export async function adoptReminders(
  tx: Queryable,
  { from, to, nowSeconds }: { from: string; to: string; nowSeconds: number },
): Promise<void> {
  const adopted = await tx.select().from(reminders).where(eq(reminders.subscriptionId, from))
  if (adopted.length === 0) return
  await tx
    .insert(reminders)
    .values(adopted.map((one) => ({ ...one, subscriptionId: to })))
    .onConflictDoNothing()
  await followReminders(tx, [...new Set(adopted.map(({ eventId }) => eventId))], nowSeconds)
}

/** The reminders of today and later, ordered by day. */
export async function remindersOf(db: Queryable, endpoint: string, nowSeconds: number): Promise<Reminder[]> {
  return db
    .select({ event_id: reminders.eventId, day: reminders.day, before: reminders.before })
    .from(reminders)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, reminders.subscriptionId))
    .where(and(eq(pushSubscriptions.endpoint, endpoint), gte(reminders.day, villageDay(nowSeconds))))
    .orderBy(reminders.day, reminders.eventId)
}

/**
 * The row of a browser, with its present keys and language. Whose account it is notified of is left as it is: a reminder is the
 * browser's own. The row stays locked until the commit, which keeps the count of its reminders.
 */
async function rememberBrowser(tx: Queryable, { browser, nowSeconds }: NewReminder): Promise<string> {
  const now = atSeconds(nowSeconds)
  const { endpoint, ...known } = browser
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ id: randomUUID(), endpoint, ...known, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...known, updatedAt: now } })
    .returning({ id: pushSubscriptions.id })
  if (row === undefined) throw new Error('the subscription was not stored')
  return row.id
}

type Key = Pick<typeof reminders.$inferSelect, 'subscriptionId' | 'eventId' | 'day'>

function isReminder({ subscriptionId, eventId, day }: Key) {
  return and(
    eq(reminders.subscriptionId, subscriptionId),
    eq(reminders.eventId, eventId),
    eq(reminders.day, day),
  )
}

async function isStored(tx: Queryable, key: Key): Promise<boolean> {
  return (await tx.select({ day: reminders.day }).from(reminders).where(isReminder(key))).length > 0
}

async function countToCome(tx: Queryable, subscriptionId: string, nowSeconds: number): Promise<number> {
  const [found] = await tx
    .select({ count: count() })
    .from(reminders)
    .where(and(eq(reminders.subscriptionId, subscriptionId), gte(reminders.day, villageDay(nowSeconds))))
  return found?.count ?? 0
}
