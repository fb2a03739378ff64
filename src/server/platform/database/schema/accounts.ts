import { sql } from 'drizzle-orm'
import {
  check,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  bigint,
  jsonb,
  integer,
} from 'drizzle-orm/pg-core'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { ROLES } from '@/domain/accounts/permission'
import type { InfoLink } from '@/domain/events/info-link'
import { createdAt, id, instant, personText, textList, updatedAt } from './columns'
import type { OrganiserTexts } from '@/domain/organisers/organiser'

/** People, and how they are known. */

export const role = pgEnum('role', ROLES)

export const identityProvider = pgEnum('identity_provider', ['apple', 'google'])

export const mailTokenPurpose = pgEnum('mail_token_purpose', ['confirm', 'reset'])

/** People who have shown that their address is theirs: by a link in a mail, or by a provider that vouches for it. */
export const users = pgTable(
  'users',
  {
    id,
    /** Lower-cased. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    /** argon2id; null for people who only sign in with a provider. */
    passwordHash: text('password_hash'),
    role: role('role').notNull().default('USER'),
    /** The time since when an administrator keeps them from signing in; null for everybody else. */
    suspendedAt: instant('suspended_at'),
    locale: text('locale').notNull().default('en'),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('users_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('users_search').using(
      'gin',
      sql`(${personText(sql`${table.name}`, sql`${table.email}`)}) gin_trgm_ops`,
    ),
  ],
)

/** Goes with its account. */
const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const identities = pgTable(
  'identities',
  {
    provider: identityProvider('provider').notNull(),
    subject: text('subject').notNull(),
    userId: ofUser(),
    createdAt,
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    unique('identities_user_provider').on(table.userId, table.provider),
  ],
)

/** Each has its own password and link, so that nobody's password is ever confirmed by somebody else's click. */
export const registrations = pgTable(
  'registrations',
  {
    id,
    /** Lower-cased. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    locale: text('locale').notNull(),
    createdAt,
  },
  (table) => [index('registrations_email').on(table.email, table.createdAt)],
)

/** Links sent by mail, stored hashed (rules 11): each belongs to a user or to a registration. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id,
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    registrationId: uuid('registration_id').references(() => registrations.id, { onDelete: 'cascade' }),
    purpose: mailTokenPurpose('purpose').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    createdAt,
  },
  (table) => [
    index('mail_tokens_user').on(table.userId, table.purpose),
    index('mail_tokens_registration').on(table.registrationId),
    check('mail_tokens_owner', sql`num_nonnulls(${table.userId}, ${table.registrationId}) = 1`),
  ],
)

/** One row a signed-in device: its refresh tokens live and die together. */
export const sessions = pgTable(
  'sessions',
  {
    id,
    userId: ofUser(),
    /** Idle lifetime: moved on by each refresh, and never beyond the absolute one, which counts from `createdAt`. */
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** The description by which its owner recognises the device in the list of sessions; cut to 200 characters. */
    userAgent: text('user_agent'),
    /** How it was opened: a provider's may stand in for a password as long as it is fresh. Null for old ones. */
    method: text('method').$type<'password' | 'apple' | 'google'>(),
    /** SHA-256 of the refresh token that was exchanged last, and of the newest that it was exchanged for, which its salt makes again. */
    tokenDigest: text('token_digest').unique(),
    nextDigest: text('next_digest').unique(),
    nextSalt: text('next_salt'),
    rotatedAt: instant('rotated_at'),
    /** When a second factor was shown in it; null without one. */
    secondFactorAt: instant('second_factor_at'),
    createdAt,
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Time-based one-time passwords (RFC 6238) of an administrator, which count once `confirmedAt` is there, and codes in their place. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The secret is made of it with a key of the server's secret. */
  salt: text('salt').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The last time step that was used: a code works once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Keyed hashes of the recovery codes that are left; each works once. */
  recoveryHashes: textList('recovery_hashes'),
  createdAt,
})

/** Phones with the app, and what they are told. */

export const devices = pgTable(
  'devices',
  {
    id,
    deviceId: text('device_id').notNull(),
    deviceToken: text('device_token').notNull(),
    userId: ofUser(),
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
    userId: ofUser(),
    deviceId: uuid('device_id').references(() => devices.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    body: text('body').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('notifications_created').on(table.createdAt.desc()),
    index('notifications_event').on(sql`(${table.data} ->> 'event_id')`),
  ],
)

/** Accounts that staff has marked as organisers, each with its page. The account's events are its own. */
export const organisers = pgTable(
  'organisers',
  {
    id,
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The slug is made of the first name, and never changed: links to the page go on. */
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    /** Texts by language. */
    texts: jsonb('texts').$type<OrganiserTexts>().notNull().default({}),
    links: jsonb('links').$type<InfoLink[]>().notNull().default([]),
    photo: jsonb('photo').$type<StoredPhoto>(),
    /** Counts edits: an edit of an older one is refused. */
    revision: integer('revision').notNull().default(1),
    createdAt,
    updatedAt,
  },
  (table) => [index('organisers_photo').on(sql`(${table.photo} ->> 'name')`)],
)
