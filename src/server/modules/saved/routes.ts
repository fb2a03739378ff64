import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { MAX_TAPS, mergeTaps } from '@/domain/saved/merge-taps'
import type { SavedTap } from '@/domain/saved/merge-taps'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { atSeconds } from '@/server/platform/database/client'
import type { Database, Queryable } from '@/server/platform/database/client'
import { events, savedEvents, users } from '@/server/platform/database/schema'

/** The saved events of an account, for whoever wants them on all devices. */
export function savedHandlers({ db }: AppDeps) {
  return {
    listSavedEvents: async ({ currentUser }) => ({ items: (await listTaps(db, currentUser.id)).map(onWire) }),

    mergeSavedEvents: async ({ body, currentUser, nowSeconds }) => {
      const taps = body.items.map(({ event_id, day, is_saved, tapped_at }) => ({
        eventId: event_id,
        day,
        isSaved: is_saved,
        tappedAt: tapped_at,
      }))
      return { items: (await storeTaps(db, currentUser.id, { taps, nowSeconds })).map(onWire) }
    },
  } satisfies Partial<Handlers>
}

function onWire({ eventId, day, isSaved, tappedAt }: SavedTap) {
  return { event_id: eventId, ...(day !== undefined && { day }), is_saved: isSaved, tapped_at: tappedAt }
}

/** The taps of an account, ordered by event. */
async function listTaps(db: Queryable, userId: string): Promise<SavedTap[]> {
  const rows = await db
    .select()
    .from(savedEvents)
    .where(eq(savedEvents.userId, userId))
    .orderBy(savedEvents.eventId)
  return rows.map(({ eventId, day, isSaved, tappedAt }) => ({
    eventId,
    ...(day !== null && { day }),
    isSaved,
    tappedAt: tappedAt.getTime(),
  }))
}

/**
 * Merges the taps of one device into those of the account, and resolves to the result. A clock that is ahead would win for ever: what lies
 * in the future counts as now, epoch seconds. An event that is not published is not learnt of: its taps are left out.
 */
function storeTaps(
  db: Database | Queryable,
  userId: string,
  { taps, nowSeconds }: { taps: readonly SavedTap[]; nowSeconds: number },
): Promise<SavedTap[]> {
  return db.transaction(async (tx) => {
    // The lock lets one device after another write.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const asOfNow = taps.map((tap) => ({ ...tap, tappedAt: Math.min(tap.tappedAt, nowSeconds * 1000) }))
    const known = await listTaps(tx, userId)
    const merged = mergeTaps(known, await ofPublished(tx, asOfNow))
    if (merged.length > 0)
      await tx
        .insert(savedEvents)
        .values(
          merged.map((tap) => ({ ...tap, userId, day: tap.day ?? null, tappedAt: new Date(tap.tappedAt) })),
        )
        .onConflictDoUpdate({
          target: [savedEvents.userId, savedEvents.eventId],
          set: {
            day: sql`excluded.day`,
            isSaved: sql`excluded.is_saved`,
            tappedAt: sql`excluded.tapped_at`,
          },
        })
    await deleteOldest(tx, userId, nowSeconds)
    return listTaps(tx, userId)
  })
}

async function ofPublished(tx: Queryable, taps: readonly SavedTap[]): Promise<SavedTap[]> {
  if (taps.length === 0) return []
  const ids = taps.map(({ eventId }) => eventId)
  const found = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(inArray(events.id, ids), eq(events.status, 'PUBLISHED')))
  const published = new Set(found.map(({ id }) => id))
  return taps.filter(({ eventId }) => published.has(eventId))
}

/** Bounds what one account can store. What was removed or is over goes first: a saved event to come is not lost to later taps on others. */
async function deleteOldest(tx: Queryable, userId: string, nowSeconds: number): Promise<void> {
  const isToCome = sql`(${savedEvents.isSaved} and exists (
    select from schedules s where s.event_id = ${savedEvents.eventId} and s.end_at > ${atSeconds(nowSeconds).toISOString()}))`
  const newest = tx
    .select({ eventId: savedEvents.eventId })
    .from(savedEvents)
    .where(eq(savedEvents.userId, userId))
    .orderBy(desc(isToCome), desc(savedEvents.tappedAt), savedEvents.eventId)
    .limit(MAX_TAPS)
  await tx
    .delete(savedEvents)
    .where(and(eq(savedEvents.userId, userId), notInArray(savedEvents.eventId, newest)))
}
