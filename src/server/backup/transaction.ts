import type { ClientBase, Pool } from 'pg'

/** Copying takes as long as it takes, and values are written in one way, whatever the server's settings are. */
const SETTINGS = `
  set local statement_timeout = 0; set local lock_timeout = '30s'; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public, pg_catalog;
  set local row_security = off`

const ignore = () => undefined

/**
 * Runs `work` in a transaction that begins with `begin`. If it throws, the connection is thrown away: in the middle of a
 * COPY there is no other way to leave it, and PostgreSQL rolls back.
 */
export async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A lost connection also fails the query in flight; without a listener it would end the process.
  client.on('error', ignore)
  let isDone = false
  try {
    await client.query(begin)
    await client.query(SETTINGS)
    const result = await work(client)
    await client.query('commit')
    isDone = true
    return result
  } finally {
    client.removeListener('error', ignore)
    client.release(!isDone)
  }
}
