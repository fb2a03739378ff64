import { sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'

/** The size of this database on its disk. */
export async function databaseBytes(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  )
  return Number(rows[0]?.bytes ?? 0)
}
