import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { CountedPlace } from '@/contract/back-office/back-office-places'
import type { StoredPlace } from '@/domain/places/place'
import { placeOf } from '@/domain/places/place-slug'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { nextChange } from '@/server/platform/database/events/change-log'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { events, placeRedirects } from '@/server/platform/database/schema'
import { followReminders } from '@/server/platform/queue/reminder-jobs'

/** The places of all events, in any status, by name; a spelling without a Latin letter or a digit is no place. */
export async function countedPlaces(db: Queryable): Promise<CountedPlace[]> {
  const { rows } = await db.execute<{ slug: string; wordings: StoredPlace[]; count: number }>(sql`
    select slug, sum(n)::int as count,
      json_agg(json_build_object('location_name', location_name, 'latitude', latitude, 'longitude', longitude)) as wordings
    from (
      select place_slug as slug, location_name, latitude, longitude, count(*) as n
      from events where place_slug <> '' group by 1, 2, 3, 4
    ) spelled group by slug`)
  return rows
    .flatMap(({ slug, wordings, count }) => {
      const place = placeOf(wordings)
      return place === undefined ? [] : [{ slug, ...place, count }]
    })
    .toSorted((a, b) => a.location_name.localeCompare(b.location_name))
}

/**
 * Gives the events of one spelling another place, also in replicas, and from then on whatever is stored with it. Its address leads to the
 * place that stays, and so do those that were merged into it before. Throws NOT_FOUND where nothing is at the first, VALIDATION_FAILED where
 * nothing is at the second, or they are the same.
 */
export async function mergePlace(
  tx: Queryable,
  slug: string,
  intoSlug: string,
  nowSeconds: number,
): Promise<{ id: string; merged: CountedPlace; into: CountedPlace }> {
  // Every write of an event reads the redirects first: the event is stored before this, or with the place that stays.
  await tx.execute(sql`lock table place_redirects in exclusive mode`)
  const places = await countedPlaces(tx)
  const [merged, into] = [slug, intoSlug].map((one) => places.find((place) => place.slug === one))
  if (merged === undefined) throw new ApiError('NOT_FOUND')
  if (into === undefined || into === merged) throw validationFailed([{ path: 'into_slug', code: 'invalid' }])
  const { location_name: locationName, latitude, longitude } = into
  const target = { intoSlug, locationName, latitude, longitude }
  const id = randomUUID()
  // The place that stays may have been merged into another, which was a mistake then.
  await tx.delete(placeRedirects).where(eq(placeRedirects.slug, intoSlug))
  await tx.update(placeRedirects).set(target).where(eq(placeRedirects.intoSlug, slug))
  await tx.insert(placeRedirects).values({ id, slug, ...target, createdAt: atSeconds(nowSeconds) })
  await moveEvents(tx, slug, { locationName, latitude, longitude }, nowSeconds)
  return { id, merged, into: { ...into, count: into.count + merged.count } }
}

async function moveEvents(
  tx: Queryable,
  slug: string,
  place: Pick<typeof events.$inferInsert, 'locationName' | 'latitude' | 'longitude'>,
  nowSeconds: number,
): Promise<void> {
  // All events before the change counter, and in one order: two batches never wait for each other.
  const found = await tx
    .select({ id: events.id })
    .from(events)
    .where(eq(events.placeSlug, slug))
    .orderBy(asc(events.id))
    .for('update')
  const changeSeq = await nextChange(tx)
  await tx
    .update(events)
    .set({
      ...place,
      changeSeq: sql`case when status = 'PUBLISHED' then ${changeSeq} else change_seq end`,
      revision: sql`revision + 1`,
      updatedAt: atSeconds(nowSeconds),
    })
    .where(eq(events.placeSlug, slug))
  const ids = found.map((one) => one.id)
  await storeSearch(tx, ids)
  await followReminders(tx, ids, nowSeconds)
}
