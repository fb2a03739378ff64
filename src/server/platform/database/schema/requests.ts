import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns'

/** Requests and tokens that must not count twice, and those that are limited. */

/** The response to each write that carried an Idempotency-Key; maintenance deletes it after `RETENTION_DAYS` (idempotency). */
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

/**
 * Limits on writes count here, over all servers of one database. The table is UNLOGGED by its migration: a crash forgets it, and no write waits for
 * a disk because of it.
 */
export const limitCounts = pgTable('limit_counts', {
  /** Hash of what is counted. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** When the window ends; after that the row says nothing. */
  endsAt: instant('ends_at').notNull(),
})
