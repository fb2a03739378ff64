import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ActivityAction, ActivityDetails } from '@/domain/staff/activity'
import { users } from './accounts'
import { createdAt, id } from './columns'
import { events } from './events'

/** The activity of administrators, and the changes that they decide on. */

/** The activity log of administrators (domain/staff/activity); stored for 24 months. */
export const activities = pgTable(
  'activities',
  {
    id,
    /** Null once the account is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    sessionId: uuid('session_id').notNull(),
    action: text('action').$type<ActivityAction>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Its title or name at the time; empty for people, whose names are read from their accounts. */
    subjectLabel: text('subject_label').notNull(),
    details: jsonb('details').$type<ActivityDetails>().notNull().default({}),
    createdAt,
  },
  (table) => [
    index('activities_created').on(table.createdAt.desc(), table.id),
    index('activities_subject').on(table.subjectId, table.createdAt.desc()),
    index('activities_user').on(table.userId, table.createdAt.desc()),
  ],
)

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
