import { ConfigError, readConfig } from '@/server/config/read-config'
import { connect } from '@/server/platform/database/client'
import { isTableInUse, migrateDatabase } from '@/server/platform/database/migrate'
import {
  FOREIGN_TABLES,
  databaseVersion,
  knownVersions,
  migrationsFolder,
} from '@/server/platform/database/schema-version'
import { createLogger } from '@/server/platform/process/logger'
import { UsageError, explainFailure } from '@/server/platform/process/explain-failure'
import { reachDatabase } from '@/server/platform/database/reach'
import { AdministrationError } from './administrators'

interface CommandContext {
  args: string[]
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
  /** Default: the migrations of this program. */
  folder?: string
}

const USAGE = 'Usage: npm run migrate'

/** Writers that come after a waiting migration wait behind it. */
const LOCK_TIMEOUT_MS = 3000

/** `npm run migrate`: brings the tables up to date while servers may run. Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export async function migrateCommand(context: CommandContext): Promise<number> {
  try {
    if (context.args.length > 0) throw new UsageError(USAGE)
    context.out(`${await migrateNow(context)}\n`)
    return 0
  } catch (error) {
    context.err(`${explainFailure(error, [AdministrationError, ConfigError])}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function migrateNow({ env, folder = migrationsFolder() }: CommandContext): Promise<string> {
  const { databaseUrl, dataDir } = readConfig(env)
  const connected = await reachDatabase({ databaseUrl, dataDir, log: createLogger('error') })
  const settings = { ...connected.connection, application_name: 'events-guide-migration', max: 2 }
  // A connection that breaks in use fails the command; one that breaks when the engine stops is no news.
  const { pool } = connect(settings, { error: () => undefined })
  try {
    const known = knownVersions(folder)
    const version = await databaseVersion(pool, known)
    if (version === undefined) throw new AdministrationError(FOREIGN_TABLES)
    const pending = known.slice(version)
    try {
      await migrateDatabase(pool, { lockTimeoutMs: LOCK_TIMEOUT_MS, folder })
    } catch (error) {
      if (!isTableInUse(error)) throw error
      throw new AdministrationError('Another program is holding tables of the database: try again later.')
    }
    if (pending.length === 0) return 'The tables are up to date.'
    return `The tables are up to date: ${pending.map(({ tag }) => tag).join(', ')}.`
  } finally {
    await pool.end()
    await connected.close()
  }
}
