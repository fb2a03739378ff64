import { randomUUID } from 'node:crypto'
import { locationName } from '@/domain/places/location-name'
import { storedFacts } from '@/domain/events/facts/fact-fields'
import { storedPrice } from '@/domain/submissions/submission'
import { GAZETTEER } from '@/site/places'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { SITE } from '@/site/site'
import { nextChange } from '@/server/platform/database/events/change-log'
import { atSeconds } from '../client'
import type { Database } from '../client'
import { storeEventDays } from '@/server/platform/database/events/event-days'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { photoColumns } from '@/server/platform/database/events/photo-columns'
import { eventTags, events, schedules } from '../schema'
import { hasTagsOrEvents, storeStartingTags } from '@/server/platform/database/events/starting-tags'
import { materialise, scheduleRows } from '@/server/platform/database/events/stored-schedules'
import { BODY_AND_MIND } from './body-and-mind'
import type { DemoEvent } from './demo-event'
import { ON_REVIEW } from './on-review'
import { storeDemoOrganiser } from './organiser'
import { SEA } from './sea'
import { STAGE } from './stage'
import { VILLAGE } from './village'
import { demoDay } from './when'

/** Makes and stores a photo for an event that has none of its own; undefined when there can be none now. */
export interface DemoPhotos {
  photoFor(subject: { title: string; tagKeys: readonly string[] }): Promise<StoredPhoto | undefined>
}

export const DEMO_PROGRAMME: readonly DemoEvent[] = [
  ...SEA,
  ...STAGE,
  ...VILLAGE,
  ...BODY_AND_MIND,
  ...ON_REVIEW,
]

/** Different pictures for events with the same first tag; more would make the first start slow. */
const PHOTOS_PER_TAG = 4
const SUBMISSION_EVERY_SECONDS = 5 * 3600

/**
 * Fills an empty database with a believable programme for the next 90 days. The same day gives the
 * same programme. Does nothing when there are tags or events already.
 */
export async function loadDemo(db: Database, nowSeconds: number, photos: DemoPhotos): Promise<void> {
  if (await hasTagsOrEvents(db)) return
  const photoOf = await renderPhotos(photos)
  await db.transaction(async (tx) => {
    const tagIds = await storeStartingTags(tx)
    const changeSeq = await nextChange(tx)
    const pictured = DEMO_PROGRAMME.find((event) => event.isByOrganiser && event.photo)
    const organiserId = await storeDemoOrganiser(tx, pictured && photoOf(pictured), nowSeconds)
    const rows = DEMO_PROGRAMME.map((event, index) =>
      rowsOf(event, { index, nowSeconds, changeSeq, organiserId, photo: photoOf(event) }),
    )
    await tx.insert(events).values(rows.map(({ event }) => event))
    await tx
      .insert(eventTags)
      .values(
        rows.flatMap(({ event, tagKeys }) =>
          tagKeys.map((key) => ({ eventId: event.id, tagId: tagIds.get(key) ?? '' })),
        ),
      )
    await tx.insert(schedules).values(rows.flatMap(({ occurrences }) => occurrences))
    const ids = rows.map(({ event }) => event.id)
    await storeEventDays(tx, ids)
    await storeSearch(tx, ids)
  })
}

/** Renders the photos first, so that the transaction is short. */
async function renderPhotos(photos: DemoPhotos): Promise<(event: DemoEvent) => StoredPhoto | undefined> {
  const rendered = new Map<string, Promise<StoredPhoto | undefined>>()
  const seen = new Map<string, number>()
  const keyOf = new Map<DemoEvent, string>()
  for (const event of DEMO_PROGRAMME.filter(({ photo }) => photo)) {
    const [tag] = event.tags
    const count = seen.get(tag) ?? 0
    seen.set(tag, count + 1)
    const key = `${tag} ${count % PHOTOS_PER_TAG}`
    keyOf.set(event, key)
    if (!rendered.has(key)) rendered.set(key, photos.photoFor({ title: event.title, tagKeys: event.tags }))
  }
  const stored = new Map(
    await Promise.all([...rendered].map(async ([key, photo]) => [key, await photo] as const)),
  )
  return (event) => stored.get(keyOf.get(event) ?? '')
}

interface RowContext {
  index: number
  nowSeconds: number
  changeSeq: number
  organiserId: string
  photo: StoredPhoto | undefined
}

function rowsOf(event: DemoEvent, { index, nowSeconds, changeSeq, organiserId, photo }: RowContext) {
  const place = GAZETTEER.find(({ name }) => name === event.place)
  if (place === undefined) throw new Error(`${event.place} is not in the gazetteer`)
  const id = randomUUID()
  const timetable = event.when(demoDay(nowSeconds))
  const stored = materialise(timetable, nowSeconds)
  const status = event.status ?? 'PUBLISHED'
  const createdAt = atSeconds(nowSeconds - (index + 1) * SUBMISSION_EVERY_SECONDS)
  return {
    event: {
      id,
      title: event.title,
      description: event.description,
      status,
      email: SITE.contactMailbox,
      userId: event.isByOrganiser ? organiserId : null,
      locationName: locationName({ displayName: place.name, formattedAddress: place.address }),
      latitude: place.latitude,
      longitude: place.longitude,
      ...storedFacts(event),
      ...storedPrice({ price: event.price, is_donation: event.isDonation }),
      infoUrl: event.infoUrl ?? null,
      infoLinks: [...(event.links ?? [])],
      timetable,
      materialisedUntil: stored.until === null ? null : atSeconds(stored.until),
      ...(photo && photoColumns(photo)),
      reviewedAt: status === 'ON_REVIEW' ? null : createdAt,
      reviewReason: event.reason ?? null,
      changeSeq: status === 'PUBLISHED' ? changeSeq : 0,
      createdAt,
      updatedAt: createdAt,
    },
    tagKeys: event.tags,
    occurrences: scheduleRows(id, stored.schedules),
  }
}
