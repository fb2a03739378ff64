import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { REMINDER_KINDS } from '@/domain/events/reminder'
import { users } from './accounts'
import { createdAt, id, updatedAt } from './columns'
import { events } from './events'
import { sessions } from './sessions'

/** Browsers that are told of reviews, and the dates that they are reminded of. */

/** A browser that is told when a submission is reviewed (RFC 8030): an account's, or a visitor's by event. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id,
    endpoint: text('endpoint').notNull().unique(),
    /** Keys of the browser, base64url (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    locale: text('locale').notNull().default('en'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The sign-in that it belongs to: once that is over, the browser is told nothing of the account. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)

/** The submissions that a visitor's browser is told about. */
export const pushSubscriptionEvents = pgTable(
  'push_subscription_events',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.eventId] }),
    index('push_subscription_events_event').on(table.eventId),
  ],
)

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
