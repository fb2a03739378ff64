import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns'
import { events } from './events'

/** Changes of published events that their organisers propose: one an event, which a newer one replaces. */
export const proposals = pgTable('proposals', {
  id,
  eventId: uuid('event_id')
    .notNull()
    .unique()
    .references(() => events.id, { onDelete: 'cascade' }),
  content: jsonb('content').notNull(),
  /** The event as it was read and changed: what the organiser left alone stays. */
  base: jsonb('base').notNull(),
  createdAt,
})
