import { randomUUID } from 'node:crypto'
import { storedFacts } from '@/domain/events/facts/fact-fields'
import { storedPrice } from '@/domain/submissions/submission'
import type { Submission } from '@/domain/submissions/submission'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { storeEventDays } from '@/server/platform/database/events/event-days'
import type { currentPlaces } from '@/server/platform/database/events/place-redirects'
import type { PhotoColumn } from '@/server/platform/database/events/photo-columns'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { events, schedules } from '@/server/platform/database/schema'
import { materialise, scheduleRows } from '@/server/platform/database/events/stored-schedules'
import { linkTags } from './event-tags'

/** The part of an event that people write. */
type EventContent = Omit<Submission, 'email' | 'photo' | 'website' | 'resubmission_of' | 'filled_in_ms'>

/** The part of an event that the server adds. */
type EventCircumstances = Pick<typeof events.$inferInsert, 'email' | 'locale'> &
  Partial<
    Pick<
      typeof events.$inferInsert,
      | 'userId'
      | PhotoColumn
      | 'resubmissionOf'
      | 'status'
      | 'reviewedAt'
      | 'reviewReason'
      | 'changeSeq'
      | 'createdAt'
      | 'updatedAt'
    >
  >

/**
 * Stores a new event with its tags, schedules and days. The caller has locked the tags, and then the places, before anything else.
 * Returns its id.
 */
export async function storeEvent(
  tx: Queryable,
  content: EventContent,
  circumstances: EventCircumstances & {
    tagIds: readonly string[]
    currentPlace: Awaited<ReturnType<typeof currentPlaces>>
    nowSeconds: number
  },
): Promise<string> {
  const { tagIds, currentPlace, nowSeconds, ...columns } = circumstances
  const id = randomUUID()
  const place = currentPlace(content)
  const now = atSeconds(nowSeconds)
  const stored = materialise(content.timetable, nowSeconds)
  await tx.insert(events).values({
    id,
    title: content.title,
    description: content.description,
    locationName: place.location_name,
    latitude: place.latitude,
    longitude: place.longitude,
    ...storedPrice(content),
    ...storedFacts(content),
    infoUrl: content.info_url === '' ? undefined : content.info_url,
    infoLinks: content.info_links ?? [],
    timetable: content.timetable,
    materialisedUntil: stored.until === null ? null : atSeconds(stored.until),
    createdAt: now,
    updatedAt: now,
    ...columns,
  })
  await linkTags(tx, id, tagIds)
  await tx.insert(schedules).values(scheduleRows(id, stored.schedules))
  await storeEventDays(tx, [id])
  await storeSearch(tx, [id])
  return id
}
