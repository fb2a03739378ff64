import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { EngineInUseError } from '@/server/platform/database/engine/engine-errors'
import type { EngineLog } from '@/server/platform/database/engine/engine-log'
import { findRunningEngine } from '@/server/platform/database/engine/find-running-engine'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { BackupError } from './backup-error'

export interface DatabaseAccess {
  connection: PoolConfig
  close(): Promise<void>
}

interface Place {
  /** DATABASE_URL; undefined = the embedded engine under `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  log: EngineLog
}

/** Reaches the database for reading, through the server's engine while that runs. Makes nothing that is not there. */
export async function connectForBackup({ databaseUrl, dataDir, log }: Place): Promise<DatabaseAccess> {
  if (databaseUrl !== undefined) return elsewhere(databaseUrl)
  const hasCluster = await access(join(dataDir, 'engine', 'cluster')).then(
    () => true,
    () => false,
  )
  if (!hasCluster) throw new BackupError(`There is no database in ${dataDir}: there is nothing to back up.`)
  try {
    return await ownEngine(dataDir, log)
  } catch (error) {
    if (!(error instanceof EngineInUseError)) throw error
  }
  const connection = await findRunningEngine(dataDir)
  if (connection === undefined) throw new BackupError('The server is just starting or stopping: try again.')
  return { connection, close: () => Promise.resolve() }
}

/** Reaches the database for replacing it: an embedded one must be ours alone, and is made if there is none. */
export async function connectForRestore({ databaseUrl, dataDir, log }: Place): Promise<DatabaseAccess> {
  if (databaseUrl !== undefined) return elsewhere(databaseUrl)
  try {
    return await ownEngine(dataDir, log)
  } catch (error) {
    throw error instanceof EngineInUseError
      ? new BackupError('A server is using the database: stop it first.')
      : error
  }
}

function elsewhere(databaseUrl: string): DatabaseAccess {
  return { connection: { connectionString: databaseUrl }, close: () => Promise.resolve() }
}

async function ownEngine(dataDir: string, log: EngineLog): Promise<DatabaseAccess> {
  const engine = await startEmbeddedEngine({ dataDir, log })
  return { connection: engine.connection, close: () => engine.stop() }
}
