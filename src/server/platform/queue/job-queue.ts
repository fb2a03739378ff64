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

/** The content of the mail about a rejected event. */
export interface Rejection {
  email: string
  locale: string
  /** The event's title, when the address is its submitter's own. */
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
  /** The id of the event, the support message, the user or the registration. */
  id: string
  /** A rejection carries its own text: the event may be deleted before the mail goes. It goes with the job's end. */
  rejection?: Rejection
  /** The mail about a deleted account carries its address, for the same reason. */
  addressee?: Addressee
  /** The change that a mail about a second factor names. */
  change?: SecondFactorChange
  /** The provider that signs in to an account from now on, for the mail about it. */
  provider?: ProviderName
  /** Why a proposal was rejected, in the words of the team. */
  reason?: string
  /** Whether a new password was requested on a device that has signed in to the account before. */
  isKnownDevice?: boolean
}

/** In the transaction of the change: no commit, no mail. Keyed: twice sends once (offline.md 7); `dedupeSuffix` makes it another. */
export async function enqueueMail(
  tx: Queryable,
  mail: MailJob,
  { now, runAt = now, dedupeSuffix = '' }: { now: Date; runAt?: Date; dedupeSuffix?: string },
): Promise<void> {
  await tx
    .insert(jobs)
    .values({
      id: randomUUID(),
      kind: 'mail',
      dedupeKey: `mail:${mail.template}:${mail.id}${dedupeSuffix}`,
      payload: { ...mail },
      priority: PRIORITIES[mail.template] ?? 0,
      runAt,
      createdAt: now,
    })
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
  { now, runAt = now }: { now: Date; runAt?: Date },
): Promise<void> {
  if (notificationIds.length === 0) return
  await tx.insert(jobs).values(
    notificationIds.map((notificationId) => ({
      id: randomUUID(),
      kind: 'push',
      dedupeKey: `push:${notificationId}`,
      payload: { notificationId } satisfies PushJob,
      runAt,
      createdAt: now,
    })),
  )
}

/** Enqueues the reading of a calendar, once a day: `day` is `YYYY-MM-DD`. */
export async function enqueueReading(
  db: Queryable,
  { sourceId, day, now }: { sourceId: string; day: string; now: Date },
): Promise<void> {
  await db
    .insert(jobs)
    .values({
      id: randomUUID(),
      kind: 'reading',
      dedupeKey: `reading:${sourceId}:${day}`,
      payload: { source_id: sourceId },
      runAt: now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: jobs.dedupeKey })
}

/** The error of jobs that a restore settled: what they tell has been told since the backup was made, or is too old. */
export const SETTLED = 'restored'

/** Whether a row of the jobs was tried for the last time and did not succeed. */
export const isGivenUp = sql`(done_at is not null and last_error <> ${SETTLED})`
