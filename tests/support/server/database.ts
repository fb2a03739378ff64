import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '@/server/platform/database/client'
import { query } from './postgres'

export interface TestDatabase {
  db: Database
  pool: Pool
  close(): Promise<void>
}

/** A database of its own, as the migrations leave it, or empty. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const { connection, template, isShared } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const origin = isEmpty ? 'template1' : template
  // PostgreSQL's default strategy writes the whole copy to its log, which takes three times as long.
  await query(connection, `create database ${name} template ${origin} strategy file_copy`)
  const own = { ...withDatabase(connection, name), max: 6 }
  const { pool, db } = connect(own, {
    error(_fields, message) {
      throw new Error(message)
    },
  })
  return {
    db,
    pool,
    async close() {
      await pool.end()
      // Ours goes as a whole: to drop one waits for a checkpoint of all.
      if (isShared) await query(connection, `drop database ${name} with (force)`)
    },
  }
}

function withDatabase<C extends { connectionString?: string | undefined }>(
  connection: C,
  database: string,
): C {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}

/** The address of a database, as `DATABASE_URL` has it. */
export async function addressOf({ pool }: Pick<TestDatabase, 'pool'>): Promise<string> {
  const { host = '', port = 5432, user = '', password } = pool.options
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${user}${secret}@/${rows[0]?.name}?host=${encodeURIComponent(host)}&port=${port}`
}
