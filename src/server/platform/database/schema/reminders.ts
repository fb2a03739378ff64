import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { REMINDER_KINDS } from '@/domain/events/reminder'
import { createdAt } from './columns'
import { events } from './events'
import { pushSubscriptions } from './push-subscriptions'

/** The dates that browsers want to be reminded of; deleted when they are over. */
export const reminders = pgTable(
  'reminders',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The village day of the date. */
    day: date('day', { mode: 'string' }).notNull(),
    before: text('before', { enum: REMINDER_KINDS }).array().notNull(),
    /** The facts of the date that the browser knows (`date-facts`): it is told of a change when the date is another. */
    told: text('told').notNull(),
    createdAt,
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.eventId, table.day] }),
    index('reminders_event').on(table.eventId, table.day),
    index('reminders_day').on(table.day),
  ],
)
