import { pgTable, text } from 'drizzle-orm/pg-core'

/** Which secrets the servers of this database have, without telling them. */
export const serverSecrets = pgTable('server_secrets', {
  /** Of the environment's variable. */
  name: text('name').primaryKey(),
  /** HMAC-SHA256 under the secret itself. */
  fingerprint: text('fingerprint').notNull(),
})
