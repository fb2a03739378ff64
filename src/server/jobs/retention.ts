import { and, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { CONTACT_ADDRESS_MONTHS, SUPPORT_MESSAGE_MONTHS, UNREVIEWED_DAYS } from '@/domain/retention'
import type { Database, Queryable } from '@/server/database/client'
import { contactForms, events, mailCounts, users } from '@/server/database/schema'
import { dayOf } from './mail-limits'

const DAY_MS = 86_400_000
/** Deleted at a time: a statement has 20 s. */
const BATCH = 200

const monthsBefore = (now: Date, months: number) =>
  sql`${now.toISOString()}::timestamptz - ${months} * interval '1 month'`

/**
 * Removes the contact addresses of events whose last occurrence is over for a year. A recurring event that goes on is not:
 * it has occurrences that are not stored yet.
 */
export async function removeOldContactAddresses(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    update events e set email = ''
    where e.email <> '' and e.materialised_until is null and not exists (
      select 1 from schedules s
      where s.event_id = e.id and s.end_at >= ${monthsBefore(now, CONTACT_ADDRESS_MONTHS)})`)
}

export async function deleteOldSupportMessages(db: Queryable, now: Date): Promise<void> {
  await db.delete(contactForms).where(lt(contactForms.createdAt, monthsBefore(now, SUPPORT_MESSAGE_MONTHS)))
}

/** The counts of days that are over decide nothing any more. */
export async function deleteOldMailCounts(db: Queryable, now: Date): Promise<void> {
  await db.delete(mailCounts).where(lt(mailCounts.day, dayOf(now)))
}

/**
 * Deletes events that nobody has reviewed in time and whose submitter nobody knows: no account submitted them, and no
 * account has confirmed their address. Otherwise strangers could fill the disk for good. Nobody gets a mail: the first one
 * said so. Replicas never had them.
 */
export async function deleteUnreviewedEvents(
  db: Database,
  photos: { removeUnreferenced(names: readonly string[]): Promise<void> },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - UNREVIEWED_DAYS * DAY_MS)
  for (;;) {
    const expired = db
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          sql`${events.status} = 'ON_REVIEW'`,
          lt(events.createdAt, before),
          isNull(events.userId),
          notExists(
            db
              .select({ id: users.id })
              .from(users)
              .where(sql`${users.email} = lower(${events.email})`),
          ),
        ),
      )
      .limit(BATCH)
      // One that is being reviewed at this moment is left to the reviewer.
      .for('update', { skipLocked: true })
    const gone = await db
      .delete(events)
      .where(inArray(events.id, expired))
      .returning({ photo: events.photoHash })
    await photos.removeUnreferenced([...new Set(gone.flatMap(({ photo }) => photo ?? []))])
    if (gone.length < BATCH) return
  }
}
