import { randomUUID } from 'node:crypto'
import { locationName } from '@/domain/places/location-name'
import { posterSvg } from '@/domain/posters/poster'
import { slugOf } from '@/domain/text/slug'
import { villageDate } from '@/domain/time/village-time'
import { storeEvent } from '@/server/modules/events/store-event'
import { atSeconds } from '@/server/platform/database/client'
import type { Database, Queryable } from '@/server/platform/database/client'
import { nextChange } from '@/server/platform/database/events/change-log'
import { photoColumns } from '@/server/platform/database/events/photo-columns'
import { hasTagsOrEvents, storeStartingTags } from '@/server/platform/database/events/starting-tags'
import { organisers, users } from '@/server/platform/database/schema'
import type { PhotoRenderer } from '@/server/platform/photos/photo-renderer'
import type { PhotoStore, StoredPhoto } from '@/server/platform/photos/stores/store'
import type { Log } from '@/server/platform/process/logger'
import { GAZETTEER } from '@/site/places'
import { SITE } from '@/site/site'
import { demoTimetable, readDemo } from './demo-programme'
import type { DemoEvent } from './demo-programme'

/** Nobody can sign in to the account: it has no password, and its address no mailbox. */
export const DEMO_ORGANISER_EMAIL = 'mare-viva@guide.example'

const SUBMISSION_EVERY_SECONDS = 5 * 3600
/** Different pictures for events with the same first tag; more would make the first start slow. */
const PHOTOS_PER_TAG = 4
const PHOTO_SIZE = { width: 1280, height: 800 }

export interface DemoPhotos {
  store: Pick<PhotoStore, 'put'>
  renderer: Pick<PhotoRenderer, 'renderSvg'>
  log: Log<'warn'>
}

/**
 * Fills an empty database with a believable programme for the next 90 days. The same day gives the
 * same programme. Does nothing when there are tags or events already.
 */
export async function loadDemo(db: Database, nowSeconds: number, photos: DemoPhotos): Promise<void> {
  if (await hasTagsOrEvents(db)) return
  const { organiser, events } = readDemo()
  // They are rendered first, so that the transaction is short.
  const photoOf = await renderPosters(events, photos)
  await db.transaction(async (tx) => {
    const tagIds = await storeStartingTags(tx)
    const changeSeq = await nextChange(tx)
    const pictured = events.find((event) => event.isByOrganiser && event.hasPhoto)
    const organiserId = await storeOrganiser(tx, organiser, pictured && photoOf(pictured), nowSeconds)
    for (const [index, event] of events.entries()) {
      const { place, when, isByOrganiser, hasPhoto: _, status = 'PUBLISHED', reason, ...written } = event
      const known = GAZETTEER.find(({ name }) => name === place)
      if (known === undefined) throw new Error(`${place} is not in the gazetteer`)
      const photo = photoOf(event)
      const createdAt = atSeconds(nowSeconds - (index + 1) * SUBMISSION_EVERY_SECONDS)
      const content = {
        ...written,
        location_name: locationName({ displayName: known.name, formattedAddress: known.address }),
        latitude: known.latitude,
        longitude: known.longitude,
        timetable: demoTimetable(when, villageDate(nowSeconds)),
      }
      await storeEvent(tx, content, {
        email: SITE.contactMailbox,
        locale: 'en',
        userId: isByOrganiser ? organiserId : null,
        status,
        reviewedAt: status === 'ON_REVIEW' ? null : createdAt,
        reviewReason: reason ?? null,
        changeSeq: status === 'PUBLISHED' ? changeSeq : 0,
        createdAt,
        updatedAt: createdAt,
        ...(photo && photoColumns(photo)),
        tagIds: written.tag_keys.map((key) => tagIds.get(key) ?? ''),
        currentPlace: (asWritten) => asWritten,
        nowSeconds,
      })
    }
  })
}

/**
 * The project's own posters, put through the real pipeline. An event whose poster cannot be rendered or stored has none: the
 * first start must not depend on it.
 */
async function renderPosters(events: readonly DemoEvent[], { store, renderer, log }: DemoPhotos) {
  const render = async ({ title, tag_keys }: DemoEvent) => {
    const poster = await renderer.renderSvg(posterSvg({ title, tagKeys: tag_keys }, PHOTO_SIZE))
    if (!poster.ok) throw new Error(`a poster could not be rendered: ${poster.code}`)
    return store.put(poster.photo)
  }
  const posters = new Map<DemoEvent, StoredPhoto | undefined>()
  const byTag = new Map<string | undefined, (StoredPhoto | undefined)[]>()
  for (const event of events.filter(({ hasPhoto }) => hasPhoto)) {
    const alike = byTag.get(event.tag_keys[0]) ?? []
    const poster =
      alike.length >= PHOTOS_PER_TAG
        ? alike.at(-PHOTOS_PER_TAG)
        : await render(event).catch((error: unknown) => {
            log.warn({ err: error, title: event.title }, 'an event of the demonstration has no poster')
            return undefined
          })
    byTag.set(event.tag_keys[0], [...alike, poster])
    posters.set(event, poster)
  }
  return (event: DemoEvent) => posters.get(event)
}

/** Stores the account that the demonstration shows as an organiser, and returns its id. `photo`: one of its events'. */
async function storeOrganiser(
  tx: Queryable,
  { name, texts, links }: ReturnType<typeof readDemo>['organiser'],
  photo: StoredPhoto | undefined,
  nowSeconds: number,
): Promise<string> {
  const at = { createdAt: atSeconds(nowSeconds), updatedAt: atSeconds(nowSeconds) }
  const userId = randomUUID()
  await tx.insert(users).values({ id: userId, email: DEMO_ORGANISER_EMAIL, name, ...at })
  await tx.insert(organisers).values({
    id: randomUUID(),
    userId,
    slug: slugOf(name),
    name,
    texts,
    links,
    ...(photo && photoColumns(photo)),
    ...at,
  })
  return userId
}
