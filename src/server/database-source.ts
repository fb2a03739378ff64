import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config'
import { startEmbeddedEngine } from './database/engine/start-engine'

export interface DatabaseSource {
  connection: PoolConfig
  /** Ours alone: a new one may be filled with a demonstration. */
  isEmbedded: boolean
  stop(): Promise<void>
}

/** The database of `DATABASE_URL`, or the embedded one under DATA_DIR. `onLost` is called if that one ends by itself. */
export async function openDatabaseSource(
  config: Config,
  log: Logger,
  onLost: () => void,
): Promise<DatabaseSource> {
  if (config.databaseUrl !== undefined)
    return { connection: { connectionString: config.databaseUrl }, isEmbedded: false, stop: async () => {} }
  const engine = await startEmbeddedEngine({ dataDir: config.dataDir, log, onLost })
  return { connection: engine.connection, isEmbedded: true, stop: () => engine.stop() }
}
