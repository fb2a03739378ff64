import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql, or } from 'drizzle-orm'
import { REMINDER_KINDS, reminderMoment } from '@/domain/events/reminder'
import type { ReminderKind } from '@/domain/events/reminder'
import { REVIEW_DELAY_SECONDS } from '@/domain/events/event'
import type { EventStatus } from '@/domain/events/event'
import { villageDay } from '@/domain/time/local-time'
import { atSeconds } from '@/server/platform/database/client'
import { enqueueJobs } from './job-queue'
import type { Queryable } from '@/server/platform/database/client'
import { readEventDates } from '@/server/platform/database/events/day-states'
import type { EventDates } from '@/server/platform/database/events/day-states'
import { jobs, reminders, pushSubscriptionEvents, pushSubscriptions } from '@/server/platform/database/schema'

export const REMINDER = 'reminder'

export interface ReminderJob {
  subscriptionId: string
  eventId: string
  day: string
  kind: ReminderKind
  isRemoved?: true
}

type StoredReminder = Pick<
  typeof reminders.$inferSelect,
  'subscriptionId' | 'eventId' | 'day' | 'before' | 'told' | 'createdAt'
>

const CHUNK = 500

/**
 * Puts the jobs of an event's reminders at the moments that hold after an edit, and enqueues the news for those who asked for it. An
 * event that has moved with its only date takes its reminders along. Call it in every transaction that has changed a published event's times,
 * place or states.
 */
export async function followReminders(
  tx: Queryable,
  eventIds: readonly string[],
  nowSeconds: number,
): Promise<void> {
  if (eventIds.length === 0) return
  const wanted = await tx
    .selectDistinct({ id: reminders.eventId })
    .from(reminders)
    .where(inArray(reminders.eventId, [...eventIds]))
  for (const { id } of wanted) {
    const dates = await readEventDates(tx, id)
    if (dates === undefined) continue
    await moveToOnlyDate(tx, id, dates, nowSeconds)
    const stored = await tx.select().from(reminders).where(eq(reminders.eventId, id))
    await putJobs(tx, stored, dates, nowSeconds)
  }
}

/** The jobs of what one browser wants for one date now, in place of those of what it wanted before. */
export async function enqueueReminder(
  tx: Queryable,
  reminder: StoredReminder,
  dates: EventDates,
  nowSeconds: number,
): Promise<void> {
  const unwanted = REMINDER_KINDS.filter((kind) => !reminder.before.includes(kind))
  await dropJobs(
    tx,
    unwanted.map((kind) => keyOf({ ...reminder, kind })),
  )
  await putJobs(tx, [reminder], dates, nowSeconds)
}

export async function dropReminderJobs(
  tx: Queryable,
  reminder: Pick<StoredReminder, 'subscriptionId' | 'eventId' | 'day'>,
): Promise<void> {
  await dropJobs(
    tx,
    REMINDER_KINDS.map((kind) => keyOf({ ...reminder, kind })),
  )
}

/** Each browser that waits for a date of theirs gets one job in place of these, with ids alone: it would go there in vain. */
export async function replaceByRemovalNews(
  tx: Queryable,
  eventIds: readonly string[],
  nowSeconds: number,
): Promise<void> {
  if (eventIds.length === 0) return
  // Reminders before jobs, as whoever records one that was sent takes them.
  const known = await tx
    .select()
    .from(reminders)
    .where(inArray(reminders.eventId, [...eventIds]))
    .orderBy(reminders.eventId, reminders.subscriptionId, reminders.day)
    .for('update')
  const waiting = known.filter(({ day }) => day >= villageDay(nowSeconds))
  await tx.delete(jobs).where(isOfEvents(eventIds))
  const news = waiting.map(({ subscriptionId, eventId, day }) => ({
    at: nowSeconds,
    job: { subscriptionId, eventId, day, kind: 'change', isRemoved: true } as const,
  }))
  await upsertJobs(tx, news, nowSeconds)
}

/** The jobs of events by their keys; an index has them (`jobs_reminder_event`). */
function isOfEvents(ids: readonly string[]) {
  return and(eq(jobs.kind, REMINDER), inArray(sql`split_part(${jobs.dedupeKey}, ':', 3)`, [...ids]))
}

async function moveToOnlyDate(
  tx: Queryable,
  eventId: string,
  dates: EventDates,
  nowSeconds: number,
): Promise<void> {
  const only = dates.onlyDay(nowSeconds)
  if (only === undefined) return
  const days = await tx
    .selectDistinct({ day: reminders.day })
    .from(reminders)
    .where(eq(reminders.eventId, eventId))
  for (const { day } of days) {
    if (dates.on(day) !== undefined) continue
    const isOfDay = and(eq(reminders.eventId, eventId), eq(reminders.day, day))
    await tx.execute(sql`
      insert into reminders (subscription_id, event_id, day, before, told, created_at)
      select subscription_id, event_id, ${only}, before, told, created_at from reminders where ${isOfDay}
      on conflict do nothing`)
    await tx.delete(reminders).where(isOfDay)
    await tx
      .delete(jobs)
      .where(and(isOfEvents([eventId]), eq(sql`split_part(${jobs.dedupeKey}, ':', 4)`, day)))
  }
}

async function putJobs(
  tx: Queryable,
  stored: readonly StoredReminder[],
  dates: EventDates,
  nowSeconds: number,
): Promise<void> {
  const timed = stored.flatMap((one) => timedJobs(one, dates))
  // A reminder that is to come is told again, too: it was told of a time that does not hold any more.
  await upsertJobs(
    tx,
    timed.filter(({ at }) => at > nowSeconds),
    nowSeconds,
  )
  const late = timed.filter(({ at }) => at <= nowSeconds)
  // One that was attempted is in flight, or waits for its retry: another server would send it, too.
  for (const keys of chunks(late.map(({ job }) => keyOf(job))))
    await tx
      .update(jobs)
      .set({ runAt: atSeconds(nowSeconds) })
      .where(
        and(
          inArray(jobs.dedupeKey, keys),
          isNull(jobs.doneAt),
          eq(jobs.attempts, 0),
          gt(jobs.runAt, atSeconds(nowSeconds)),
        ),
      )
  // Later than an administrator can take it back.
  const at = nowSeconds + REVIEW_DELAY_SECONDS
  const news = stored
    .filter(
      ({ before, told, day, createdAt }) =>
        before.includes('change') && told !== dates.factsOf(day, createdAt),
    )
    .map(({ subscriptionId, eventId, day }) => ({
      at,
      job: { subscriptionId, eventId, day, kind: 'change' } as const,
    }))
  await upsertJobs(tx, news, nowSeconds)
}

interface DueJob {
  at: number
  job: ReminderJob
}

function timedJobs(
  { subscriptionId, eventId, day, before, createdAt }: StoredReminder,
  dates: EventDates,
): DueJob[] {
  const date = dates.on(day, createdAt)
  if (date === undefined) return []
  return before.flatMap((kind) =>
    kind === 'change'
      ? []
      : [{ at: reminderMoment(date, kind), job: { subscriptionId, eventId, day, kind } }],
  )
}

/** A job that is there gets a new id, too: whoever has the old one in flight records its outcome under the old id, and not on this one. */
async function upsertJobs(tx: Queryable, due: readonly DueJob[], nowSeconds: number): Promise<void> {
  for (const chunk of chunks(due))
    await tx
      .insert(jobs)
      .values(
        chunk.map(({ at, job }) => ({
          id: randomUUID(),
          kind: REMINDER,
          dedupeKey: keyOf(job),
          payload: { ...job },
          runAt: atSeconds(at),
          createdAt: atSeconds(nowSeconds),
        })),
      )
      .onConflictDoUpdate({
        target: jobs.dedupeKey,
        set: {
          id: sql`excluded.id`,
          runAt: sql`excluded.run_at`,
          payload: sql`excluded.payload`,
          attempts: 0,
          doneAt: null,
        },
      })
}

async function dropJobs(tx: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(jobs).where(inArray(jobs.dedupeKey, [...keys]))
}

function keyOf({ subscriptionId, eventId, day, kind }: ReminderJob): string {
  return `${REMINDER}:${subscriptionId}:${eventId}:${day}:${kind}`
}

function chunks<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / CHUNK)
  return Array.from({ length: count }, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK))
}

export const WEB_PUSH = 'web-push'

interface WebPushJob {
  subscriptionId: string
  eventId: string
  status: EventStatus
}

/** Browsers of the event's owner get it, and those that a visitor subscribed for the event. A key tells once. */
export async function enqueueWebPushes(
  tx: Queryable,
  event: { id: string; userId: string | null; status: EventStatus },
  when: { now: Date; runAt?: Date },
): Promise<void> {
  const linked = tx
    .select({ id: pushSubscriptionEvents.subscriptionId })
    .from(pushSubscriptionEvents)
    .where(eq(pushSubscriptionEvents.eventId, event.id))
  const isLinked = inArray(pushSubscriptions.id, linked)
  const targets = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(event.userId === null ? isLinked : or(isLinked, eq(pushSubscriptions.userId, event.userId)))
  const rows = targets.map(({ id: subscriptionId }) => ({
    dedupeKey: `${WEB_PUSH}:${event.id}:${subscriptionId}`,
    payload: { subscriptionId, eventId: event.id, status: event.status } satisfies WebPushJob,
  }))
  await enqueueJobs(tx, WEB_PUSH, rows, when)
}

/** Deletes the jobs of deleted events: none may mention them any more, not even a finished one. */
export async function deleteWebPushes(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .delete(jobs)
    .where(and(eq(jobs.kind, WEB_PUSH), inArray(sql`split_part(${jobs.dedupeKey}, ':', 2)`, [...eventIds])))
}
