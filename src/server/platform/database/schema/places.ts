import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'

/** Spellings of places that staff has merged into another: their addresses lead there, and new events are stored with its name. */
export const placeRedirects = pgTable('place_redirects', {
  id,
  slug: text('slug').notNull().unique(),
  /** The place that stays. */
  intoSlug: text('into_slug').notNull(),
  locationName: text('location_name').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  createdAt,
})
