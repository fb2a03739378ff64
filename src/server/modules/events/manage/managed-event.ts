import { and, eq, sql } from 'drizzle-orm'
import type { EventLinks } from '@/server/http/security/event-links'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { events, schedules } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'

/** The link of a mail works for so long after the last date of its event. */
const MANAGED_DAYS = 30

export type StoredEvent = typeof events.$inferSelect

interface ByLink {
  token: string
  links: EventLinks
  nowSeconds: number
  /** How the row is locked; by default for a change. */
  lock?: 'update' | 'key share'
}

/**
 * The event that a token out of a mail is for, locked until the commit. Tags that a change names, and the places, are locked before.
 * Throws NOT_FOUND for a token that is wrong, or dead since an account has claimed the event, and GONE once the event has been over for
 * a while.
 */
export async function managedEvent(
  tx: Queryable,
  id: string,
  { token, links, nowSeconds, lock = 'update' }: ByLink,
): Promise<StoredEvent> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for(lock)
  if (event === undefined || !isUnowned(event) || !links.manages(token, event))
    throw new ApiError('NOT_FOUND')
  if (await isLongOver(tx, event, nowSeconds)) throw new ApiError('GONE')
  return event
}

/** Whether the link may be mailed to this address again. */
export async function isManagedFrom(
  db: Queryable,
  id: string,
  { email, nowSeconds }: { email: string; nowSeconds: number },
): Promise<boolean> {
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, id), sql`lower(${events.email}) = ${email.toLowerCase()}`))
  return event !== undefined && isUnowned(event) && !(await isLongOver(db, event, nowSeconds))
}

/** An account changes its events as itself. */
function isUnowned({ userId, email }: StoredEvent): boolean {
  return userId === null && email !== ''
}

/** A recurring event goes on as long as it has occurrences that are not stored yet. */
async function isLongOver(
  db: Queryable,
  { id, materialisedUntil }: StoredEvent,
  nowSeconds: number,
): Promise<boolean> {
  if (materialisedUntil !== null) return false
  const [last] = await db
    .select({ endAt: sql<Date | null>`max(${schedules.endAt})`.mapWith(schedules.endAt) })
    .from(schedules)
    .where(eq(schedules.eventId, id))
  const endAt = last?.endAt ?? null
  return endAt !== null && secondsOf(endAt) + MANAGED_DAYS * SECONDS_PER_DAY < nowSeconds
}
