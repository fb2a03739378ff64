import { sql } from 'drizzle-orm'
import type { Queryable } from './client'

/**
 * Tells this database from every other, whatever it holds: the cluster's identifier, and its own number there. Standbys have the same,
 * and it stays over a failover and a restore, but not over a move to another cluster.
 */
export async function databaseId(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as id
    from pg_control_system()`)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not say which one it is')
  return row.id
}
