import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, updatedAt } from './columns'

/** The choices: the language of the mail, and the tags that its events bear; none means every tag. */
const chosen = {
  locale: text('locale').notNull(),
  tagKeys: text('tag_keys')
    .array()
    .notNull()
    .default(sql`'{}'`),
}

/** Requests for the week by mail, of any address: a request changes nothing until a link in the mail to it confirms it. */
export const weekRequests = pgTable(
  'week_requests',
  {
    id,
    /** Lower-cased. */
    email: text('email').notNull(),
    ...chosen,
    createdAt,
  },
  (table) => [
    index('week_requests_email').on(table.email),
    index('week_requests_created').on(table.createdAt),
  ],
)

/** Subscribers of the week by mail: addresses that their owners have confirmed. */
export const weekSubscribers = pgTable('week_subscribers', {
  id,
  /** The request that was confirmed last: confirming it again changes nothing. */
  requestId: uuid('request_id').notNull().unique(),
  /** Lower-cased. */
  email: text('email').notNull().unique(),
  ...chosen,
  confirmedAt: instant('confirmed_at').notNull(),
  /** The week of the last mail, `2026-W48`. */
  sentWeek: text('sent_week'),
})

/** A line of the team on top of one week's mail, in both languages. */
export const weekLines = pgTable('week_lines', {
  id,
  week: text('week').notNull().unique(),
  en: text('en').notNull(),
  pt: text('pt').notNull(),
  updatedAt,
})
