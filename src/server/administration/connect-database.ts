import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { EngineInUseError } from '@/server/platform/database/engine/engine-errors'
import type { EngineLog } from '@/server/platform/database/engine/engine-log'
import { findRunningEngine } from '@/server/platform/database/engine/find-running-engine'
import { startEmbeddedEngine } from '@/server/platform/database/engine/start-engine'
import { AdministrationError } from './administrators'

interface ConnectedDatabase {
  connection: PoolConfig
  close(): Promise<void>
}

/**
 * The database of DATABASE_URL, or the embedded one: through the server's engine while that runs, else through our own.
 * Makes none: the first start of the server does, with all that belongs to it. Throws AdministrationError.
 */
export async function connectDatabase({
  databaseUrl,
  dataDir,
  log,
}: {
  databaseUrl: string | undefined
  dataDir: string
  log: EngineLog
}): Promise<ConnectedDatabase> {
  if (databaseUrl !== undefined)
    return { connection: { connectionString: databaseUrl }, close: () => Promise.resolve() }
  const hasCluster = await access(join(dataDir, 'engine', 'cluster')).then(
    () => true,
    () => false,
  )
  if (!hasCluster)
    throw new AdministrationError(`There is no database in ${dataDir} yet: start the server once.`)
  try {
    const engine = await startEmbeddedEngine({ dataDir, log })
    return { connection: engine.connection, close: () => engine.stop() }
  } catch (error) {
    if (!(error instanceof EngineInUseError)) throw error
  }
  const connection = await findRunningEngine(dataDir)
  if (connection === undefined)
    throw new AdministrationError('The server is just starting or stopping: try again.')
  return { connection, close: () => Promise.resolve() }
}
