import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import {
  ACTIVITY_MONTHS,
  CONTACT_ADDRESS_MONTHS,
  SUPPORT_MESSAGE_MONTHS,
  VISITORS_EVENT_DAYS,
} from '@/domain/accounts/retention'
import { secondsOf } from '@/server/platform/database/client'
import type { Database, Queryable } from '@/server/platform/database/client'
import { activities, contactForms, events, mailCounts, weekRequests } from '@/server/platform/database/schema'
import { deleteEvents } from '@/server/platform/database/events/delete-events'
import { dayOf } from './mails/mail-limits'
import { LINK_LIFETIME_MS } from './mails/mail-links'

const DAY_MS = 86_400_000
/** The rows that one statement deletes: it has 20 s. */
const BATCH = 200

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
const monthsBefore = (now: Date, months: number) =>
  sql`${now.toISOString()}::timestamptz - ${months} * interval '1 month'`

/**
 * Removes the contact addresses of events whose last occurrence is over for a year. A recurring event that goes on is not:
 * it has occurrences that are not stored yet. In the order in which others lock events; one that is being changed at this moment is left
 * to the next run.
 */
export async function removeOldContactAddresses(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    update events set email = '' where id in (
      select e.id from events e
      where e.email <> '' and e.materialised_until is null and not exists (
        select 1 from schedules s
        where s.event_id = e.id and s.end_at >= ${monthsBefore(now, CONTACT_ADDRESS_MONTHS)})
      order by e.id for update skip locked)`)
}

export async function deleteOldSupportMessages(db: Queryable, now: Date): Promise<void> {
  await db.delete(contactForms).where(lt(contactForms.createdAt, monthsBefore(now, SUPPORT_MESSAGE_MONTHS)))
}

export async function deleteOldActivities(db: Queryable, now: Date): Promise<void> {
  await db.delete(activities).where(lt(activities.createdAt, monthsBefore(now, ACTIVITY_MONTHS)))
}

/** A request for the week by mail that is not confirmed in time was never made by its address, as far as one can know. */
export async function deleteOldWeekRequests(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LINK_LIFETIME_MS.confirm)
  await db.delete(weekRequests).where(lt(weekRequests.createdAt, before))
}

/** The counts of days that are over decide nothing any more. */
export async function deleteOldMailCounts(db: Queryable, now: Date): Promise<void> {
  await db.delete(mailCounts).where(lt(mailCounts.day, dayOf(now)))
}

/**
 * Deletes events without an account that nobody has reviewed in time, or that were rejected long ago. Otherwise anonymous clients could
 * fill the disk for good. That an account has the contact address says nothing: anybody can type it. Nobody gets a mail: the
 * first one said so. Stops between two batches when it is aborted.
 */
export async function deleteVisitorsEvents(
  db: Database,
  photos: { removeUnreferenced(names: readonly string[]): Promise<void> },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = daysBefore(now, VISITORS_EVENT_DAYS)
  const isOver = or(
    and(eq(events.status, 'ON_REVIEW'), lt(events.createdAt, before)),
    and(eq(events.status, 'REJECTED'), lt(events.reviewedAt, before)),
  )
  for (;;) {
    const deletion = await db.transaction(async (tx) => {
      const expired = await tx
        .select({ id: events.id })
        .from(events)
        // Nor has what was imported an account; whoever rejected it does not want it anew.
        .where(and(isNull(events.userId), isNull(events.importUid), isOver))
        .limit(BATCH)
        // One that is being reviewed at this moment is left to the reviewer.
        .for('update', { skipLocked: true })
      const ids = expired.map(({ id }) => id)
      return deleteEvents(tx, ids, secondsOf(now))
    })
    await photos.removeUnreferenced([...new Set(deletion.photos)])
    if (deletion.done.length < BATCH || signal?.aborted === true) return
  }
}
