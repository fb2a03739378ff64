import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { DATABASE_USER } from './cluster-files'
import { unlessMissing } from '@/server/platform/process/system-errors'
import { DATABASE_NAME } from './start-engine'
import { canConnect } from './wait-for-server'

/** Line numbers of `postmaster.pid`, which PostgreSQL documents for its own `pg_ctl`. */
const PORT_LINE = 3
const SOCKET_DIR_LINE = 4

/**
 * How to connect to the database that another process runs on this data directory, for tools that need not own it; only
 * the account that runs it, and root, may. Undefined if none accepts a connection.
 */
export async function findRunningEngine(
  dataDir: string,
): Promise<(PoolConfig & { database: string }) | undefined> {
  const home = join(resolve(dataDir), 'engine')
  const pidFile = await unlessMissing(readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8'))
  const lines = (pidFile ?? '').split('\n')
  const port = Number(lines[PORT_LINE])
  const socketDir = lines[SOCKET_DIR_LINE]?.trim()
  if (!Number.isInteger(port) || port <= 0) return undefined
  const connection: PoolConfig = { host: socketDir, port, user: DATABASE_USER }
  return (await canConnect(connection)) ? { ...connection, database: DATABASE_NAME } : undefined
}
