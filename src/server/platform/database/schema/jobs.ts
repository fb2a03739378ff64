import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { REMINDER_KINDS, TIMED_REMINDERS, type DateFacts } from '@/domain/events/reminder'
import type { SupportTopic } from '@/domain/support/support-message'
import { createdAt, id, instant, textList, updatedAt } from './columns'
import { users, sessions } from './accounts'
import { ofEvent } from './events'

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
    // Those of a browser speak of an event: their keys are `web-push:<event>:<subscription>`, with or without more.
    index('jobs_web_push_event')
      .on(sql`split_part(${table.dedupeKey}, ':', 2)`)
      .where(sql`${table.kind} = 'web-push'`),
    // The mails of an account, when it is deleted: their keys are `mail:<template>:<id>`, with or without more.
    index('jobs_mail_about')
      .on(sql`split_part(${table.dedupeKey}, ':', 3)`)
      .where(sql`${table.kind} = 'mail'`),
  ],
)

/** How many mails of each kind a mailbox got on a day (UTC), of those that an anonymous client may have caused (mails/mail-limits). */
export const mailCounts = pgTable(
  'mail_counts',
  {
    /** Keyed hash of the kind and the mailbox. */
    addressHash: text('address_hash').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.day] }),
    index('mail_counts_day').on(table.day),
  ],
)

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

/** Goes with the browser. */
const ofSubscription = () =>
  uuid('subscription_id')
    .notNull()
    .references(() => pushSubscriptions.id, { onDelete: 'cascade' })

/** The submissions that a visitor's browser is told about. */
export const pushSubscriptionEvents = pgTable(
  'push_subscription_events',
  { subscriptionId: ofSubscription(), eventId: ofEvent() },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.eventId] }),
    index('push_subscription_events_event').on(table.eventId),
  ],
)

/** A browser's reminders: one row a date, deleted when its day is over. */
export const reminders = pgTable(
  'reminders',
  {
    subscriptionId: ofSubscription(),
    eventId: ofEvent(),
    /** The village day of the date. */
    day: date('day', { mode: 'string' }).notNull(),
    kinds: text('kinds', { enum: REMINDER_KINDS }).array().notNull(),
    /** The timed ones whose moment is yet to come, as the event was when they were last looked at. */
    pending: text('pending', { enum: TIMED_REMINDERS }).array().notNull(),
    /** The date as the browser knows it; it is told of a difference. */
    told: jsonb('told').$type<DateFacts>().notNull(),
    /** The change of the event up to which this reminder has followed it. */
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
    createdAt,
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.eventId, table.day] }),
    index('reminders_event').on(table.eventId, table.day),
    index('reminders_day').on(table.day),
  ],
)

/** The response to each write that carried an Idempotency-Key; maintenance deletes it after `RESPONSE_DAYS` (idempotency). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: uuid('key').primaryKey(),
    endpoint: text('endpoint').notNull(),
    /** The user whose write it was; null for a visitor's. */
    userId: uuid('user_id'),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    response: jsonb('answer').$type<unknown>().notNull(),
    createdAt,
  },
  (table) => [index('idempotency_keys_created').on(table.createdAt)],
)

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

/** The choices: the language of the mail, and the tags that its events bear; none means every tag. */
const chosen = { locale: text('locale').notNull(), tagKeys: textList('tag_keys') }

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
  /** Lower-cased. */
  email: text('email').notNull().unique(),
  ...chosen,
  confirmedAt: instant('confirmed_at').notNull(),
  /** The week of the last mail, `2026-W48`. */
  sentWeek: text('sent_week'),
})
