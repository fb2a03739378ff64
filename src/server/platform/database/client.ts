import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Log } from '@/server/platform/process/logger'
import type { PhotoLock } from '@/server/platform/photos/stores/s3-store'
import * as schema from './schema'

export type Database = NodePgDatabase<typeof schema>
/** The database itself or a transaction on it: what every function of a store takes first. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, typeof schema>

/** They are set by a statement: PgBouncer refuses a connection that names them as parameters of its start. */
const TIMEOUTS = `set statement_timeout = '20s'; set idle_in_transaction_session_timeout = '60s'`

/**
 * Opens a pool. Statements stay unnamed: for a named one PostgreSQL may settle on a generic plan, which made one
 * shape of the list query seven times slower.
 */
export function connect(connection: PoolConfig, log: Log<'error'>): { pool: Pool; db: Database } {
  const pool = new Pool({
    max: 12,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'events-guide',
    ...connection,
    // The pool waits for it before it lends the connection.
    onConnect: (client) => client.query(TIMEOUTS),
  })
  // A connection that breaks while it is idle would end the process without a listener.
  pool.on('error', (error) => {
    // While the pool ends, its last connections may still be closing when the database itself stops.
    if (!pool.ending) log.error({ err: error }, 'a database connection was lost')
  })
  // The pool listens only while it holds a connection: one that breaks between two statements of a transaction would end
  // the process, too. Its next query fails, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, db: drizzle(pool, { schema }) }
}

/** The date that the database stores for an instant in epoch seconds. */
export function atSeconds(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000)
}

/** Epoch seconds of a stored instant. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

// Advisory locks: any numbers, as long as no other program that shares the database locks by them.

/** A server holds it while it migrates the tables. */
export const MIGRATION_LOCK = 7_203_114
/** All servers share it for as long as they run; a restore alone has it while it replaces what they serve. */
export const SERVER_LOCK = 7_203_115
/** A server holds it while it compares its secrets with those of the other servers. */
export const SECRETS_LOCK = 7_203_118
/** A phone's registration holds it, with a hash of the phone's token: a key of two numbers, apart from those of one. */
export const DEVICE_LOCK = 72_031
/** A server holds it, with a hash of the photo's name, while it puts a photo into a shared bucket or removes it from there. */
export const PHOTO_LOCK = 72_032
/** A change that takes an administrator away holds it: of two at once the second sees that none is left. */
export const ADMINISTRATORS_LOCK = 7_203_116
/**
 * An import holds it while it stores events, so that the same calendar twice at once makes no event twice. The deletion of an
 * account holds it too, because an import may be storing that account's address.
 */
export const IMPORT_LOCK = 7_203_117
/** Lines of the week by mail: two that were written over the same are not both stored. */
export const WEEK_LINE_LOCK = 7_203_119

/** An advisory lock on the name of a photo, held by a transaction of its own for as long as the work takes. */
export function createPhotoLock(pool: Pool): PhotoLock {
  return async (name, work) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [PHOTO_LOCK, name])
      return await work()
    } finally {
      await client.query('commit').catch((error: Error) => (broken = error))
      client.release(broken)
    }
  }
}

/**
 * A text as `foldText` of the domain folds it: without case and accents, with plain apostrophes. It has no parameters, so that a
 * generated column can be made of it.
 */
export function foldedText(text: SQL): SQL {
  const marks = sql.raw(String.raw`'[\u0300-\u036f]'`)
  const apostrophes = sql.raw("'’‘`´', ''''''''''")
  return sql`lower(translate(regexp_replace(normalize(${text}, NFD), ${marks}, '', 'g'), ${apostrophes}))`
}

/** The text that a person is found by. The index `users_search` has this expression. */
export function personText(name: SQL, email: SQL): SQL {
  return foldedText(sql`${name} || ' ' || ${email}`)
}

/** The condition that a folded text has another one in it. Trigram indexes (pg_trgm) serve it from three characters on. */
export function hasText(text: SQL, part: string): SQL {
  return sql`${text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`
}
