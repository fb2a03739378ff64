import { sql } from 'drizzle-orm'
import { check, index, pgEnum, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '@/domain/accounts/permission'
import { personText } from '@/server/platform/database/client'
import { createdAt, id, instant, updatedAt } from './columns'

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

/**
 * A registration waits until its address is confirmed. Each has its own password and its own link, so that nobody's
 * password is ever confirmed by somebody else's click; of a known address there are some too.
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

/** Single-use links sent by mail, stored hashed (rules 11): each belongs to a user or to a registration. */
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
