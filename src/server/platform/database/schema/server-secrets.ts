import { pgTable, text } from 'drizzle-orm/pg-core'

/** The servers of this database agree here on their secrets, without telling them. */
export const serverSecrets = pgTable('server_secrets', {
  /** The name of the environment's variable. */
  name: text('name').primaryKey(),
  /** HMAC-SHA256 under the secret itself. */
  fingerprint: text('fingerprint').notNull(),
})
