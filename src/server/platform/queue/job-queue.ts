import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { SecondFactorChange } from '@/domain/accounts/account'
import type { MailTemplate } from '@/domain/staff/jobs'
import type { Queryable } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'
import type { identities } from '@/server/platform/database/schema'

/** Others have 0. A confirmation goes with the others: anonymous clients can enqueue many of them. */
const PRIORITIES: Partial<Record<MailTemplate, number>> = { 'reset-password': 1 }

export type ProviderName = (typeof identities.$inferSelect)['provider']

export interface Rejection {
  email: string
  locale: string
  ownTitle?: string
  reason: string | null
  /** Epoch seconds. */
  submittedAt: number
}

export interface Addressee {
  email: string
  locale: string
}

export interface MailJob {
  template: MailTemplate
  id: string
  /** A rejection carries its own text: the event may be deleted before the mail goes. It goes with the job's end. */
  rejection?: Rejection
  /** The mail about a deleted account carries its address, for the same reason. */
  addressee?: Addressee
  change?: SecondFactorChange
  provider?: ProviderName
  reason?: string
  /** Whether a new password was requested on a device that has signed in to the account before. */
  isKnownDevice?: boolean
}

/** Call it in the transaction of the change: no commit, no mail. A key sends once (offline.md 7); `dedupeSuffix` makes another. */
export async function enqueueMail(
  tx: Queryable,
  mail: MailJob,
  { now, runAt = now, dedupeSuffix = '' }: { now: Date; runAt?: Date; dedupeSuffix?: string },
): Promise<void> {
  const dedupeKey = `mail:${mail.template}:${mail.id}${dedupeSuffix}`
  const priority = PRIORITIES[mail.template] ?? 0
  await enqueueJobs(tx, 'mail', [{ dedupeKey, payload: { ...mail }, priority }], { now, runAt })
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

export async function enqueueReading(
  db: Queryable,
  { sourceId, day, now }: { sourceId: string; day: string; now: Date },
): Promise<void> {
  const job = { dedupeKey: `reading:${sourceId}:${day}`, payload: { source_id: sourceId } }
  await enqueueJobs(db, 'reading', [job], { now })
}

/** The error of jobs that a restore settled: what they tell has been told since the backup was made, or is too old. */
export const SETTLED = 'restored'

/** Whether a row of the jobs was tried for the last time and did not succeed. */
export const isGivenUp = sql`(done_at is not null and last_error <> ${SETTLED})`
