import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, id, instant } from './columns'

/** The sessions of accounts. */

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
    /** The description by which its owner recognises the device in the list of sessions; cut to 200 characters. */
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
    /** The salt derives the successor again from the token itself and our secret; the token is stored nowhere. */
    successorSalt: text('successor_salt'),
    createdAt,
  },
  (table) => [
    index('refresh_tokens_session').on(table.sessionId),
    index('refresh_tokens_parent').on(table.parentHash),
  ],
)
