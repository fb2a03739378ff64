import { sql } from 'drizzle-orm'
import {
  bigint,
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ActivityAction, ActivityDetails } from '@/domain/activity'
import { EVENT_STATUSES, LONG_EVENT_SECONDS } from '@/domain/event'
import type { InfoLink } from '@/domain/info-link'
import { ROLES } from '@/domain/permission'
import type { SupportTopic } from '@/domain/support-message'
import { MAX_OCCURRENCE_DAYS, type Timetable } from '@/domain/timetable'

/** All tables of the product (spec 3). Ids are random UUIDs made by the server; instants are timestamptz. */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const createdAt = instant('created_at').notNull().defaultNow()
const updatedAt = instant('updated_at').notNull().defaultNow()
const id = uuid('id').primaryKey()

export const role = pgEnum('role', ROLES)
export const eventStatus = pgEnum('event_status', EVENT_STATUSES)
export const identityProvider = pgEnum('identity_provider', ['apple', 'google'])
export const mailTokenPurpose = pgEnum('mail_token_purpose', ['confirm', 'reset'])

/** People who have shown that their address is theirs: by a link in a mail, or by a provider that vouches for it. */
export const users = pgTable('users', {
  id,
  /** Lower-cased. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  /** argon2id; null for people who only sign in with a provider. */
  passwordHash: text('password_hash'),
  role: role('role').notNull().default('USER'),
  /** Since when an administrator keeps them from signing in; null for everybody else. */
  suspendedAt: instant('suspended_at'),
  locale: text('locale').notNull().default('en'),
  createdAt,
  updatedAt,
})

export const identities = pgTable(
  'identities',
  {
    provider: identityProvider('provider').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt,
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    unique('identities_user_provider').on(table.userId, table.provider),
  ],
)

/** One row a signed-in device: a family of refresh tokens, which live and die together. */
export const sessions = pgTable(
  'sessions',
  {
    id,
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Idle lifetime: moved on by each refresh, and never beyond the absolute one, which counts from `createdAt`. */
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** What its owner knows the device by in the list of sessions; cut to 200 characters. */
    userAgent: text('user_agent'),
    /** How it was opened: a provider's may stand in for a password as long as it is fresh. Null for old ones. */
    method: text('method').$type<'password' | 'apple' | 'google'>(),
    /** When a second factor was shown in it; null without one. */
    secondFactorAt: instant('second_factor_at'),
    createdAt,
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Every refresh token of a session. One that was replaced stays, so that its reuse is noticed. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    /** HMAC-SHA-256 of the token with a key of our secret. */
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The token that this one replaces; null for the first of a session. */
    parentHash: text('parent_hash'),
    replacedAt: instant('replaced_at'),
    /** With it and our secret the successor is derived again from the token itself, which is stored nowhere. */
    successorSalt: text('successor_salt'),
    createdAt,
  },
  (table) => [
    index('refresh_tokens_session').on(table.sessionId),
    index('refresh_tokens_parent').on(table.parentHash),
  ],
)

/**
 * Somebody registered and the address is not confirmed yet. Each has its own password and its own link, so
 * that nobody's password is ever confirmed by somebody else's click; of a known address there are some too.
 */
export const registrations = pgTable(
  'registrations',
  {
    id,
    /** Lower-cased. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** SHA-256 of the secret that only the registering client got: the password counts only together with it. */
    clientSecretHash: text('client_secret_hash'),
    locale: text('locale').notNull(),
    createdAt,
  },
  (table) => [
    index('registrations_email').on(table.email, table.createdAt),
    index('registrations_secret').on(table.clientSecretHash),
  ],
)

/** Single-use links sent by mail, stored hashed (decisions, mail): each belongs to a user or to a registration. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id,
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    registrationId: uuid('registration_id').references(() => registrations.id, { onDelete: 'cascade' }),
    purpose: mailTokenPurpose('purpose').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt,
  },
  (table) => [
    index('mail_tokens_user').on(table.userId, table.purpose),
    index('mail_tokens_registration').on(table.registrationId),
    check('mail_tokens_owner', sql`num_nonnulls(${table.userId}, ${table.registrationId}) = 1`),
  ],
)

export const tags = pgTable('tags', {
  id,
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  createdAt,
})

/** A calendar that events are imported from, by its address or as a file. */
export const importSources = pgTable('import_sources', {
  id,
  name: text('name').notNull(),
  format: text('format').$type<'ics' | 'csv'>().notNull(),
  /** Null for a file. */
  url: text('url').unique(),
  /** What the administrator chose for its events (place, tags, contact address), and for a CSV which column is what. */
  mapping: jsonb('mapping').$type<Record<string, unknown>>().notNull().default({}),
  lastRunAt: instant('last_run_at'),
  createdAt,
})

export const events = pgTable(
  'events',
  {
    id,
    title: text('title').notNull(),
    description: text('description').notNull(),
    status: eventStatus('status').notNull().default('ON_REVIEW'),
    /** Contact address of the submitter; never public. Empty when it was removed after its time (retention). */
    email: text('email').notNull(),
    /** Language of the submitter's mails. */
    locale: text('locale').notNull().default('en'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    locationName: text('location_name').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    priceCents: integer('price_cents'),
    infoUrl: text('info_url'),
    infoLinks: jsonb('info_links').$type<InfoLink[]>().notNull().default([]),
    timetable: jsonb('timetable').$type<Timetable>().notNull(),
    /** A recurring timetable is stored as schedules up to here; null when all of its schedules are stored. */
    materialisedUntil: instant('materialised_until'),
    /** Content hash that names the photo's files; null without a photo. */
    photoHash: text('photo_hash'),
    photoWidth: integer('photo_width'),
    photoHeight: integer('photo_height'),
    reviewedAt: instant('reviewed_at'),
    reviewReason: text('review_reason'),
    /** The rejected event that this is another try of: its submitter is shown this one in its place. */
    resubmissionOf: uuid('resubmission_of').references((): AnyPgColumn => events.id, {
      onDelete: 'set null',
    }),
    /** Counts reviews and edits: an edit of an older one is refused, so that nobody's work is overwritten. */
    revision: integer('revision').notNull().default(1),
    /** Where it was imported from, and its UID there: run again, an import updates it. */
    importSourceId: uuid('import_source_id').references(() => importSources.id, { onDelete: 'set null' }),
    importUid: text('import_uid'),
    /** SHA-256 of what was imported: the same again changes nothing. */
    importDigest: text('import_digest'),
    /** Position in the order of changes that `GET /events/list?since=` walks; 0 until it is first published. */
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull().default(0),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('events_status_created').on(table.status, table.createdAt.desc(), table.id),
    index('events_user').on(table.userId, table.createdAt.desc()),
    index('events_resubmission').on(table.resubmissionOf),
    unique('events_import').on(table.importSourceId, table.importUid),
    // What somebody may claim who has shown that the address is theirs.
    index('events_ownerless')
      .on(sql`lower(${table.email})`, table.createdAt.desc())
      .where(sql`${table.userId} is null`),
    index('events_change').on(table.changeSeq),
    index('events_photo').on(table.photoHash),
    index('events_unfinished')
      .on(table.materialisedUntil)
      .where(sql`${table.materialisedUntil} is not null`),
    check('events_price', sql`${table.priceCents} >= 0`),
  ],
)

export const eventTags = pgTable(
  'event_tags',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.tagId] }),
    index('event_tags_tag').on(table.tagId, table.eventId),
  ],
)

export const schedules = pgTable(
  'schedules',
  {
    id,
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    isAllDay: boolean('is_all_day').notNull(),
    /** Longer than LONG_EVENT_SECONDS. A column, because PostgreSQL keeps no statistics of a predicate. */
    isLong: boolean('is_long')
      .notNull()
      .generatedAlwaysAs(sql.raw(`(end_at - start_at) > interval '${LONG_EVENT_SECONDS / 3600} hours'`)),
  },
  (table) => [
    // The list query walks these indexes alone. The few long ones apart, so that nothing else need look back a year.
    index('schedules_start')
      .on(table.startAt, table.eventId, table.endAt)
      .where(sql`not ${table.isLong}`),
    index('schedules_long')
      .on(table.startAt, table.eventId, table.endAt)
      .where(sql`${table.isLong}`),
    unique('schedules_occurrence').on(table.eventId, table.startAt, table.endAt),
    // One day of grace: a year from summer to winter time is an hour longer than its days.
    check(
      'schedules_duration',
      sql`${table.endAt} > ${table.startAt} and ${table.endAt} - ${table.startAt} <= interval '${sql.raw(String(MAX_OCCURRENCE_DAYS + 1))} days'`,
    ),
  ],
)

/**
 * The village days on which an event has a schedule, with its title: what duplicates are found by, however many events have
 * that title or that day. Written by `storeEventDays` alone.
 */
export const eventDays = pgTable(
  'event_days',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** Lower-cased. */
    title: text('title').notNull(),
    /** Of the event: the oldest duplicates are shown. */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.day] }),
    index('event_days_title').on(table.title, table.day, table.createdAt, table.eventId),
  ],
)

/** Events that were published once and are gone for good: what a replica must drop. */
export const removedEvents = pgTable(
  'removed_events',
  {
    eventId: uuid('event_id').primaryKey(),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
    removedAt: instant('removed_at').notNull().defaultNow(),
  },
  (table) => [index('removed_events_change').on(table.changeSeq)],
)

/** One row: the last change number. Its row lock puts changes in commit order, so that a cursor never skips one. */
export const changeCounter = pgTable('change_counter', {
  id: integer('id').primaryKey(),
  /** Names this database: a cursor of another one (a restored, emptied or demonstration database) is not understood. */
  lineage: text('lineage').notNull(),
  value: bigint('value', { mode: 'number' }).notNull(),
  /** Cursors below this get 410: their removals have been deleted. */
  oldest: bigint('oldest', { mode: 'number' }).notNull().default(0),
})

/** The response to each write that carried an Idempotency-Key, stored for at least 90 days (offline.md 7). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: uuid('key').primaryKey(),
    endpoint: text('endpoint').notNull(),
    /** Whose write it was; null for a visitor's. */
    userId: uuid('user_id'),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    answer: jsonb('answer').$type<unknown>().notNull(),
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
    /** When an administrator was done with it. */
    doneAt: instant('done_at'),
    createdAt,
  },
  (table) => [index('contact_forms_created').on(table.createdAt.desc())],
)

export const devices = pgTable(
  'devices',
  {
    id,
    deviceId: text('device_id').notNull(),
    deviceToken: text('device_token').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt,
    updatedAt,
  },
  (table) => [
    unique('devices_user_device').on(table.userId, table.deviceId),
    index('devices_token').on(table.deviceToken),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    id,
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceId: uuid('device_id').references(() => devices.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt,
    updatedAt,
  },
  (table) => [index('notifications_created').on(table.createdAt.desc())],
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
  ],
)

/** What administrators did (domain/activity); kept for 24 months. */
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

/** Sentences for rejections that reviewers use again. */
export const reviewPhrases = pgTable('review_phrases', {
  id,
  text: text('text').notNull().unique(),
  createdAt,
})

/** Time-based one-time passwords (RFC 6238) of an administrator; it counts once `confirmedAt` is there. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key of our secret. */
  secret: text('secret').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The last time step that was used: a code works once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt,
})

/** Passkeys (WebAuthn) of an administrator. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    credentialId: text('credential_id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    signatureCount: bigint('signature_count', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    name: text('name').notNull(),
    lastUsedAt: instant('last_used_at'),
    createdAt,
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** In place of a second factor that is lost; each works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** Keyed hash of the code. */
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    usedAt: instant('used_at'),
    createdAt,
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** How many mails of each share a mailbox got on a day (UTC), of those that a stranger may have caused (jobs/mail-limits). */
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

/** Signed tokens that may be used a limited number of times (form tokens, solved proofs of work), by their hash. */
export const usedTokens = pgTable(
  'used_tokens',
  {
    /** SHA-256 of the token. */
    hash: text('hash').primaryKey(),
    uses: integer('uses').notNull().default(1),
    /** After this the token itself is refused, and the row may go. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_tokens_expiry').on(table.expiresAt)],
)
