import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { SecondFactorChange } from '@/domain/accounts/account'
import type { MailTemplate } from '@/domain/staff/jobs'
import type { EventStatus } from '@/domain/events/event'
import type { ReminderKind } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import {
  jobs,
  pushSubscriptionEvents,
  pushSubscriptions,
  reminders,
  type identities,
} from '@/server/platform/database/schema'

export type ProviderName = (typeof identities.$inferSelect)['provider']

export interface Addressee {
  email: string
  locale: string
}

export const DECISIONS = ['approved', 'rejected', 'proposal-approved', 'proposal-rejected'] as const

/** The job carries its own text: a rejected event may be deleted before its mail goes. */
export interface Decision {
  eventId: string
  decision: (typeof DECISIONS)[number]
  /** The title, where the address is known to be its submitter's. */
  ownTitle?: string
  /** Why it was rejected, in the team's own words; empty when they gave none. */
  reason: string
  /** Epoch seconds. */
  submittedAt: number
}

export interface MailJob {
  template: MailTemplate
  id: string
  /** The mail about a deleted account carries its address, and so do decisions. It goes with the job's end. */
  addressee?: Addressee
  decisions?: Decision[]
  change?: SecondFactorChange
  provider?: ProviderName
}

/** Call it in the transaction of the change: no commit, no mail. A key sends once (offline.md 7); `dedupeSuffix` makes another. */
export async function enqueueMail(
  tx: Queryable,
  mail: MailJob,
  { now, runAt = now, dedupeSuffix = '' }: { now: Date; runAt?: Date; dedupeSuffix?: string },
): Promise<void> {
  const dedupeKey = `mail:${mail.template}:${mail.id}${dedupeSuffix}`
  // A confirmation goes with the others: anonymous clients can enqueue many of them.
  const priority = mail.template === 'reset-password' ? 1 : 0
  await enqueueJobs(tx, 'mail', [{ dedupeKey, payload: { ...mail }, priority }], { now, runAt })
}

/**
 * Enqueues the mail of a decision, or adds it to the mail that waits for the same address: what is decided within the time in which it can
 * be undone is one mail, which leaves once the last of it cannot be undone any more.
 */
export async function enqueueDecision(
  tx: Queryable,
  { email, locale }: Addressee,
  decision: Decision,
  { now, runAt }: { now: Date; runAt: Date },
): Promise<void> {
  const about = { template: 'decisions' as const, addressee: { email, locale } }
  const isWaiting = and(
    isUnsentMail,
    eq(jobs.attempts, 0),
    gt(jobs.runAt, now),
    sql`${jobs.payload} @> ${JSON.stringify(about)}::jsonb`,
  )
  const waiting = tx.select({ id: jobs.id }).from(jobs).where(isWaiting).limit(1).for('update')
  const joined = await tx
    .update(jobs)
    .set({
      payload: sql`jsonb_insert(${jobs.payload}, '{decisions,-1}', ${JSON.stringify(decision)}::jsonb, true)`,
      runAt: sql`greatest(${jobs.runAt}, ${runAt.toISOString()}::timestamptz)`,
    })
    .where(eq(jobs.id, waiting))
    .returning({ id: jobs.id })
  if (joined.length === 0)
    await enqueueMail(tx, { ...about, id: randomUUID(), decisions: [decision] }, { now, runAt })
}

const isUnsentMail = and(eq(jobs.kind, 'mail'), isNull(jobs.doneAt))

/** The mails that say something of these events that was decided; one that was sent says nothing any more. */
export function saysDecisionOn(eventIds: readonly string[]): SQL | undefined {
  const ids = sql.param([...eventIds])
  return and(
    eq(jobs.kind, 'mail'),
    sql`exists (select from jsonb_array_elements(${jobs.payload} -> 'decisions') said
      where said ->> 'eventId' = any(${ids}::text[]))`,
  )
}

/** Takes the decisions on these events out of the mails that wait, and deletes those that have nothing else to say. */
export async function dropDecisions(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  const others = sql`(select coalesce(jsonb_agg(said), '[]') from jsonb_array_elements(${jobs.payload} -> 'decisions') said
    where said ->> 'eventId' <> all(${sql.param([...eventIds])}::text[]))`
  const left = await tx
    .update(jobs)
    .set({ payload: sql`jsonb_set(${jobs.payload}, '{decisions}', ${others})` })
    .where(saysDecisionOn(eventIds))
    .returning({ id: jobs.id, payload: jobs.payload })
  const empty = left.filter(({ payload }) => (payload['decisions'] as unknown[]).length === 0)
  const ids = empty.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(jobs).where(inArray(jobs.id, ids))
}

/** Call it in the transaction of the change that the jobs follow from. Of one key there is one job. */
export async function enqueueJobs(
  tx: Queryable,
  kind: string,
  rows: readonly Pick<typeof jobs.$inferInsert, 'dedupeKey' | 'payload' | 'priority'>[],
  { now, runAt = now }: { now: Date; runAt?: Date },
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(jobs)
    .values(rows.map((row) => ({ id: randomUUID(), kind, ...row, runAt, createdAt: now })))
    .onConflictDoNothing({ target: jobs.dedupeKey })
}

/** An index has them (`jobs_mail_about`). */
export function isMailAbout(id: string): SQL | undefined {
  return and(eq(jobs.kind, 'mail'), eq(sql`split_part(${jobs.dedupeKey}, ':', 3)`, id))
}

export interface PushJob {
  notificationId: string
}

/** Enqueues a push of each stored notification to its device, in the transaction that stores it. */
export async function enqueuePushes(
  tx: Queryable,
  notificationIds: readonly string[],
  when: { now: Date; runAt?: Date },
): Promise<void> {
  const rows = notificationIds.map((notificationId) => ({
    dedupeKey: `push:${notificationId}`,
    payload: { notificationId } satisfies PushJob,
  }))
  await enqueueJobs(tx, 'push', rows, when)
}

/** The error of jobs that a restore settled: what they tell has been told since the backup was made, or is too old. */
export const SETTLED = 'restored'

/** A row of the jobs that was tried for the last time and did not succeed. */
export const isGivenUp = sql`(done_at is not null and last_error <> ${SETTLED})`

export const WEB_PUSH = 'web-push'

/** A message to one browser: of a review, or a reminder of a date. */
export interface WebPushJob {
  subscriptionId: string
  eventId: string
  review?: Exclude<EventStatus, 'ON_REVIEW'>
  reminder?: {
    day: string
    kind: ReminderKind
    /** Epoch seconds after which nobody needs it: a date that has begun has no reminders. */
    until?: number | undefined
  }
}

/** Browsers of the event's owner get it, and those that a visitor subscribed for the event. A key tells once. */
export async function enqueueReview(
  tx: Queryable,
  event: { id: string; userId: string | null; status: Exclude<EventStatus, 'ON_REVIEW'> },
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
    payload: { subscriptionId, eventId: event.id, review: event.status } satisfies WebPushJob,
  }))
  await enqueueJobs(tx, WEB_PUSH, rows, when)
}

type ReminderJob = Pick<WebPushJob, 'subscriptionId' | 'eventId'> & Required<Pick<WebPushJob, 'reminder'>>

/** Enqueues pushes of reminders that are due now; a second one of the same date and kind is another push. */
export async function enqueueReminders(
  tx: Queryable,
  due: readonly ReminderJob[],
  nowSeconds: number,
): Promise<void> {
  const rows = due.map((job) => {
    const { subscriptionId, eventId, reminder } = job
    const about = `${eventId}:${subscriptionId}:${reminder.day}:${reminder.kind}:${nowSeconds}`
    return { dedupeKey: `${WEB_PUSH}:${about}`, payload: { ...job } }
  })
  await enqueueJobs(tx, WEB_PUSH, rows, { now: atSeconds(nowSeconds) })
}

/** Deletes the jobs that speak of these events: none may mention a deleted one any more, not even a finished job. */
export async function deleteWebPushes(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .delete(jobs)
    .where(and(eq(jobs.kind, WEB_PUSH), inArray(sql`split_part(${jobs.dedupeKey}, ':', 2)`, [...eventIds])))
}

/** Each browser that waits for a date of deleted events is told so, in place of whatever else it was to be told of them. */
export async function replaceByRemovalNews(
  tx: Queryable,
  eventIds: readonly string[],
  nowSeconds: number,
): Promise<void> {
  if (eventIds.length === 0) return
  // Reminders before jobs, as whoever sends those that are due takes them.
  const known = await tx
    .select()
    .from(reminders)
    .where(inArray(reminders.eventId, [...eventIds]))
    .orderBy(reminders.eventId, reminders.subscriptionId, reminders.day)
    .for('update')
  await deleteWebPushes(tx, eventIds)
  const waiting = known
    .filter(({ day }) => day >= villageDay(nowSeconds))
    .map(({ subscriptionId, eventId, day }) => ({
      subscriptionId,
      eventId,
      reminder: { day, kind: 'change' as const },
    }))
  await enqueueReminders(tx, waiting, nowSeconds)
}
