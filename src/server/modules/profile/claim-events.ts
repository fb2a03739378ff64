import { and, asc, eq, inArray } from 'drizzle-orm'
import { lockedAccountState } from '@/server/platform/database/accounts/active-account'
import type { Database } from '@/server/platform/database/client'
import { announceOrganiser } from '@/server/platform/database/events/announce-events'
import { events } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import { isClaimableBy } from './own-events'

/**
 * Gives a person those of the events that were submitted without an account under their confirmed address (lower-cased), in any
 * status; others are left alone. The published ones of an organiser are then shown as theirs. Returns the ids of those that are theirs now, also of
 * those that were before: who asks twice is told the same. Throws UNAUTHENTICATED.
 */
export async function claimEvents(
  db: Database,
  { id: userId, email }: { id: string; email: string },
  ids: readonly string[],
): Promise<string[]> {
  const named = inArray(events.id, [...ids])
  return db.transaction(async (tx) => {
    const claimable = await tx
      .select({ id: events.id })
      .from(events)
      .where(and(named, isClaimableBy(email)))
      .orderBy(asc(events.id))
      .for('update')
    // The account comes after the events, as in every write: a deletion of it at the same time would deadlock otherwise.
    if ((await lockedAccountState(tx, userId)).state !== 'active') throw new ApiError('UNAUTHENTICATED')
    const claimed = inArray(
      events.id,
      claimable.map(({ id }) => id),
    )
    if (claimable.length > 0) {
      await tx.update(events).set({ userId }).where(claimed)
      await announceOrganiser(tx, userId, claimed)
    }
    const theirs = await tx
      .select({ id: events.id })
      .from(events)
      .where(and(named, eq(events.userId, userId)))
    return theirs.map(({ id }) => id)
  })
}
