import { access, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { EngineError, EngineInUseError, canConnect } from '@/server/platform/database/engine/run-program'
import { startEmbeddedEngine, DATABASE_NAME } from '@/server/platform/database/engine/start-engine'
import { connect } from '@/server/platform/database/client'
import type { Log } from '@/server/platform/process/logger'
import { DATABASE_USER } from '@/server/platform/database/engine/cluster-files'
import { hasCode, unlessMissing } from '@/server/platform/process/private-data-dir'

interface ReachedDatabase {
  connection: PoolConfig
  close(): Promise<void>
}

interface Place {
  /** DATABASE_URL; undefined = the embedded engine under `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  log: Log
}

/**
 * Reaches the database for a command: through the server's engine while that runs, else through one of our own. Makes none that is
 * not there: the first start of the server does, with all that belongs to it. Throws EngineError; `whereNone` ends its sentence.
 */
export async function reachDatabase(
  place: Place,
  whereNone = ' yet: start the server once.',
): Promise<ReachedDatabase> {
  const { databaseUrl, dataDir, log } = place
  if (databaseUrl !== undefined) return elsewhere(databaseUrl)
  await access(join(dataDir, 'engine', 'cluster')).catch((error: unknown) => {
    // An account that may not look into the directory does not know whether there is one.
    if (!hasCode(error, 'ENOENT')) throw error
    throw new EngineError(`There is no database in ${dataDir}${whereNone}`)
  })
  try {
    return await ownEngine(dataDir, log)
  } catch (error) {
    if (!(error instanceof EngineInUseError)) throw error
  }
  const connection = await findRunningEngine(dataDir)
  if (connection === undefined) throw new EngineError('The server is just starting or stopping: try again.')
  return { connection, close: () => Promise.resolve() }
}

/** Reaches the database for replacing it: an embedded one must be ours alone, and is made if there is none. Throws EngineError. */
export async function takeDatabase({ databaseUrl, dataDir, log }: Place): Promise<ReachedDatabase> {
  if (databaseUrl !== undefined) return elsewhere(databaseUrl)
  try {
    return await ownEngine(dataDir, log)
  } catch (error) {
    throw error instanceof EngineInUseError
      ? new EngineError('A server is using the database: stop it first.')
      : error
  }
}

/** Runs a command's work on a database that is reached for it, and closes all. */
export async function withDatabase<T>(
  reached: Promise<ReachedDatabase>,
  settings: PoolConfig,
  work: (parts: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const { connection, close } = await reached
  try {
    // A connection that breaks in use fails the command; one that breaks when the engine stops is no news.
    const parts = connect({ ...connection, ...settings }, { error: () => undefined })
    try {
      return await work(parts)
    } finally {
      await parts.pool.end()
    }
  } finally {
    await close()
  }
}

function elsewhere(databaseUrl: string): ReachedDatabase {
  return { connection: { connectionString: databaseUrl }, close: () => Promise.resolve() }
}

async function ownEngine(dataDir: string, log: Log): Promise<ReachedDatabase> {
  const engine = await startEmbeddedEngine({ dataDir, log })
  return { connection: engine.connection, close: () => engine.stop() }
}

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
