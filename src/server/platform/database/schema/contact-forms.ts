import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { SupportTopic } from '@/domain/support/support-message'
import { createdAt, id, instant } from './columns'

export const contactForms = pgTable(
  'contact_forms',
  {
    id,
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    topic: text('topic').$type<SupportTopic>().notNull(),
    message: text('message').notNull(),
    /** Language of the sender. */
    locale: text('locale').notNull().default('en'),
    /** When an administrator was done with it. */
    doneAt: instant('done_at'),
    createdAt,
  },
  (table) => [
    index('contact_forms_created').on(table.createdAt.desc().nullsFirst(), table.id),
    // The page's first list is of those that wait for an answer.
    index('contact_forms_open')
      .on(table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.doneAt} is null`),
    index('contact_forms_email').on(sql`lower(${table.email})`),
  ],
)
