import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, instant } from './columns'

/** The second factors of administrators. */

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

/** The codes stand in place of a second factor that is lost; each works once. */
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
