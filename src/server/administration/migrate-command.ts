import { ConfigError, readConfig } from '@/server/config/read-config'
import { isTableInUse, migrateDatabase } from '@/server/platform/database/migrate'
import type { Pool } from 'pg'
import {
  FOREIGN_TABLES,
  databaseVersion,
  knownVersions,
  migrationsFolder,
} from '@/server/platform/database/schema-version'
import { createLogger } from '@/server/platform/process/logger'
import { UsageError, runCommand } from '@/server/platform/process/explain-failure'
import { reachDatabase, withDatabase } from '@/server/platform/database/reach'
import { AdministrationError } from './administrators'

interface CommandContext {
  args: string[]
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
  folder?: string
}

const USAGE = 'Usage: npm run migrate'

/** Writers that come after a waiting migration wait behind it. */
const LOCK_TIMEOUT_MS = 3000

/** `npm run migrate`: brings the tables up to date while servers may run. Exit code: 0 done, 1 not, 2 wrongly called. */
export function migrateCommand(context: CommandContext): Promise<number> {
  return runCommand(context, [AdministrationError, ConfigError], async () => {
    const { args, env, folder = migrationsFolder() } = context
    if (args.length > 0) throw new UsageError(USAGE)
    const { databaseUrl, dataDir } = readConfig(env)
    return withDatabase(
      reachDatabase({ databaseUrl, dataDir, log: createLogger('error') }),
      { application_name: 'events-guide-migration', max: 2 },
      ({ pool }) => migrateNow(pool, folder),
    )
  })
}

async function migrateNow(pool: Pool, folder: string): Promise<string> {
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
}
