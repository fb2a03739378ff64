import type { PublicEvent, Tag } from '@/contract/events/events'
import type { InfoLink } from '@/domain/events/info-link'
import { photoFileName } from '@/domain/events/photo'
import type { PhotoVariant } from '@/domain/events/photo'
import { statedFacts } from '@/domain/events/facts/event-facts'
import { announced } from '@/domain/events/event-state'
import type { AnnouncedOccurrence } from '@/domain/events/event-state'
import { inLanguage } from '@/domain/tags/tag'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import type { StateRow } from '@/server/platform/database/events/state-columns'

/** The columns that the queries below select of an event, as the driver gives them. */
export interface EventRow extends StateRow, PhotoRow {
  id: string
  title: string
  description: string
  location_name: string
  latitude: number
  longitude: number
  price_cents: number | null
  is_donation: boolean
  audience: string | null
  access: string[]
  languages: string[]
  info_url: string | null
  info_links: InfoLink[]
  tags: Tag[]
}

interface PhotoRow {
  photo_hash: string | null
  photo_width: number | null
  photo_height: number | null
  photo_focus_x: number | null
  photo_focus_y: number | null
  photo_color: string | null
}

export interface Occurrence {
  start_time: number
  end_time: number
  is_all_day: boolean
}

/** The reader: `origin` makes its addresses absolute, `locale` names its tags. */
export interface Reader {
  origin: string
  locale: string
}

/**
 * An event as everyone reads it (rules 3), with the occurrence it is shown for and that one's state. `photoQuery` stands behind the addresses of its
 * photo while it is not published (`PhotoAccess.query`).
 */
export function publicEvent(
  row: EventRow,
  { start_time, end_time, is_all_day, ...state }: AnnouncedOccurrence,
  { origin, locale }: Reader,
  photoQuery = '',
): PublicEvent {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    ...photoOf(row, origin, photoQuery),
    start_time,
    end_time,
    is_all_day,
    ...announced(state),
    location_name: row.location_name,
    latitude: row.latitude,
    longitude: row.longitude,
    tags: row.tags.map((tag) => inLanguage(tag, locale)),
    ...(row.info_url !== null && { info_url: row.info_url }),
    ...(row.price_cents !== null && { price: row.price_cents / 100 }),
    ...(row.is_donation && { is_donation: true }),
    ...statedFacts(row),
    info_links: row.info_links,
  }
}

/** The photo as a row that shows it has it. */
export function photoRowOf({ name, width, height, focus, color }: StoredPhoto): PhotoRow {
  return {
    photo_hash: name,
    photo_width: width,
    photo_height: height,
    photo_focus_x: focus.x,
    photo_focus_y: focus.y,
    photo_color: color,
  }
}

/** The photo of an event or an organiser; nothing without one. */
export function photoOf(row: PhotoRow, origin: string, query = '') {
  const hash = row.photo_hash
  if (hash === null) return {}
  const url = (variant: PhotoVariant) => `${origin}/photos/${photoFileName(hash, variant)}${query}`
  return {
    thumbnail: url('400'),
    photo: url('full'),
    ...(row.photo_width !== null && { photo_width: row.photo_width }),
    ...(row.photo_height !== null && { photo_height: row.photo_height }),
    ...(row.photo_focus_x !== null &&
      row.photo_focus_y !== null && { photo_focus: { x: row.photo_focus_x, y: row.photo_focus_y } }),
    ...(row.photo_color !== null && { photo_color: row.photo_color }),
  }
}
