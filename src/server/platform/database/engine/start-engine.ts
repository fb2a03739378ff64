// The embedded PostgreSQL: real durability and real SQL without anything to install. This folder starts and stops it
// and knows nothing of tables. All its files are under DATA_DIR/engine: the cluster, its log, the lock.

import { join, resolve } from 'node:path'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { chooseAccount } from './account'
import { findBinaries } from './binaries'
import { ensureCluster } from './cluster-files'
import { acquireDataDirLock } from './data-dir-lock'
import type { DataDirLock } from './data-dir-lock'
import { EngineError } from './engine-errors'
import { stopOrphan } from './orphan'
import type { RunningServer } from './running-server'
import { startSocketServer } from './socket-server'
import { ensureDir } from '@/server/platform/process/new-files'
import type { Log } from '@/server/platform/process/logger'

export const DATABASE_NAME = 'ericeira'

/** It needs sockets that are files, and accounts to change to. */
const PLATFORMS: readonly NodeJS.Platform[] = ['linux', 'darwin']

export interface EmbeddedEngine {
  /** The options for `new pg.Pool(…)`; `database` is `ericeira`, and the user may create others beside it. */
  connection: PoolConfig & { database: string }
  /** Stops the database and releases the data directory; a second call returns the same promise. */
  stop(): Promise<void>
}

interface EngineOptions {
  /** DATA_DIR; made if it is missing. */
  dataDir: string
  log: Log
  /** Called if PostgreSQL ends by itself; it is not started again behind its clients' back. */
  onLost?: () => void
}

/**
 * Starts the database of `dataDir`, and makes it on the first start. What a killed server left running is stopped
 * first. Throws EngineInUseError while another server owns the directory, EngineError with what to do otherwise.
 */
export async function startEmbeddedEngine({ dataDir, log, onLost }: EngineOptions): Promise<EmbeddedEngine> {
  if (!PLATFORMS.includes(process.platform))
    throw new EngineError(
      'The embedded PostgreSQL runs on Linux and macOS. Name a PostgreSQL in DATABASE_URL, or start the server in WSL.',
    )
  const home = join(resolve(dataDir), 'engine')
  const cluster = join(home, 'cluster')
  const lock = await lockHome(home)
  let server: RunningServer | undefined
  try {
    const account = await chooseAccount(cluster, resolve(dataDir))
    const binDir = await findBinaries(home, account, log)
    const place = { home, cluster, binDir, account }
    await ensureCluster({ ...place, log })
    await stopOrphan(cluster, log)
    server = await startSocketServer(place, log)
    await ensureDatabase(server.connection)
  } catch (error) {
    await server?.stop()
    await lock.release()
    throw error
  }

  const { connection, exited, stop: stopServer } = server
  let stopping: Promise<void> | undefined
  const watch = async () => {
    await exited
    if (stopping !== undefined) return
    log.error({}, 'the embedded PostgreSQL has ended unexpectedly')
    onLost?.()
  }
  void watch()
  return {
    connection: { ...connection, database: DATABASE_NAME },
    stop: () => (stopping ??= stopServer().finally(() => lock.release())),
  }
}

async function lockHome(home: string): Promise<DataDirLock> {
  try {
    await ensureDir(home)
    return await acquireDataDirLock(home)
  } catch (error) {
    if (error instanceof EngineError || !(error instanceof Error)) throw error
    throw new EngineError(`The server cannot store its database in ${home}: ${error.message}`, {
      cause: error,
    })
  }
}

async function ensureDatabase(connection: PoolConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}
