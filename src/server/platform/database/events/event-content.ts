import { knownFacts, statedFacts, storedFacts } from '@/domain/events/event-fields'
import { storedPrice, type Submission } from '@/domain/submissions/submission'
import { placeSlug } from '@/domain/places/place'
import { events } from '@/server/platform/database/schema'

// The words that people write of an event, between the wire and its row.

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

/** The optional facts beside words, place and times. */
export const STATED_COLUMNS = {
  priceCents: events.priceCents,
  isDonation: events.isDonation,
  audience: events.audience,
  access: events.access,
  languages: events.languages,
  infoUrl: events.infoUrl,
  infoLinks: events.infoLinks,
}

/** It as the wire has it: what is not said is absent. */
export function statedContent(row: Pick<EventRow, keyof typeof STATED_COLUMNS>) {
  const { priceCents, isDonation, infoUrl, infoLinks } = row
  return {
    ...(priceCents !== null && { price: priceCents / 100 }),
    ...(isDonation && { is_donation: true }),
    ...statedFacts(knownFacts(row)),
    ...(infoUrl !== null && { info_url: infoUrl }),
    info_links: infoLinks,
  }
}

export function contentOf(row: EventRow) {
  const { title, description, locationName, latitude, longitude, timetable } = row
  const words = { title, description, location_name: locationName, latitude, longitude }
  return { ...words, ...statedContent(row), timetable }
}

/** A row for each photo that a row of any table refers to. Whoever adds one adds it here: else its photos are swept away, and shown to nobody. */
export const PHOTO_REFERENCES = `
  select photo ->> 'name' as name, status = 'PUBLISHED' as is_public
    from events where photo ->> 'name' is not null
  union all
  select photo ->> 'name', exists (select 1 from users u where u.id = organisers.user_id and u.suspended_at is null)
    from organisers where photo ->> 'name' is not null
  union all
  select content #>> '{photo,name}', false from proposals where content #>> '{photo,name}' is not null`
