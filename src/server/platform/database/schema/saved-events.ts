import { boolean, date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { instant } from './columns'
import { events } from './events'

/** The last tap on the heart of an event, of accounts whose devices are kept alike; deleted with the account and with the event. */
export const savedEvents = pgTable(
  'saved_events',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The village day that was chosen. */
    day: date('day', { mode: 'string' }),
    isSaved: boolean('is_saved').notNull(),
    tappedAt: instant('tapped_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.eventId] }),
    index('saved_events_event').on(table.eventId),
  ],
)
