import { knownFacts, statedFacts, storedFacts } from '@/domain/events/event-fields'
import { storedPrice, type Submission } from '@/domain/submissions/submission'
import { placeSlug } from '@/domain/places/place'
import type { events } from '@/server/platform/database/schema'

// What people write of an event, between the wire and its row.

type EventRow = typeof events.$inferSelect
export type EventContent = Omit<Submission, 'email' | 'photo' | 'website' | 'filled_in_ms' | 'tag_keys'>

export function contentColumns(content: EventContent) {
  return {
    title: content.title,
    description: content.description,
    locationName: content.location_name,
    placeSlug: placeSlug(content.location_name),
    latitude: content.latitude,
    longitude: content.longitude,
    ...storedPrice(content),
    ...storedFacts(content),
    infoUrl: content.info_url || null,
    // Omitted when empty (rules 3).
    infoLinks: content.info_links ?? [],
    timetable: content.timetable,
  } satisfies Partial<EventRow>
}

/** The content of a row; what is not said is absent. */
export function contentOf(row: EventRow) {
  const { title, description, locationName, latitude, longitude, priceCents, isDonation, infoUrl } = row
  return {
    title,
    description,
    location_name: locationName,
    latitude,
    longitude,
    ...(priceCents !== null && { price: priceCents / 100 }),
    ...(isDonation && { is_donation: true }),
    ...statedFacts(knownFacts(row)),
    ...(infoUrl !== null && { info_url: infoUrl }),
    info_links: row.infoLinks,
    timetable: row.timetable,
  }
}
