import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns'

/** Work after a commit. */

/** Work to do after a commit (mail, push), written in the change's own transaction; `dedupeKey` makes a retry harmless. */
export const jobs = pgTable(
  'jobs',
  {
    id,
    kind: text('kind').notNull(),
    dedupeKey: text('dedupe_key').notNull().unique(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Higher goes first: a password reset does not wait behind a hundred submissions. */
    priority: integer('priority').notNull().default(0),
    runAt: instant('run_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
    lastError: text('last_error'),
    createdAt,
  },
  (table) => [
    index('jobs_due')
      .on(table.kind, table.priority.desc(), table.runAt)
      .where(sql`${table.doneAt} is null`),
    // Those of an event by the beginning of their key, when its review is undone.
    index('jobs_dedupe_key').on(table.dedupeKey.op('text_pattern_ops')),
    index('jobs_web_push_event')
      .on(sql`split_part(${table.dedupeKey}, ':', 2)`)
      .where(sql`${table.kind} = 'web-push'`),
    // The mails of an account, when it is deleted: their keys are `mail:<template>:<id>`, with or without more.
    index('jobs_mail_about')
      .on(sql`split_part(${table.dedupeKey}, ':', 3)`)
      .where(sql`${table.kind} = 'mail'`),
    // The reminders of an event, when it is deleted: their keys are `reminder:<subscription>:<event>:<day>:<kind>`.
    index('jobs_reminder_event')
      .on(sql`split_part(${table.dedupeKey}, ':', 3)`)
      .where(sql`${table.kind} = 'reminder'`),
  ],
)

/** How many mails of each share a mailbox got on a day (UTC), of those that an anonymous client may have caused (mails/mail-limits). */
export const mailCounts = pgTable(
  'mail_counts',
  {
    /** Keyed hash of the share and the mailbox. */
    addressHash: text('address_hash').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.day] }),
    index('mail_counts_day').on(table.day),
  ],
)
