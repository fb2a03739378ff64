import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, readConfig } from '@/server/config/read-config'
import { connect } from '@/server/platform/database/client'
import { isTableInUse, migrateBesideOthers } from '@/server/platform/database/migrate'
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
  /** Waits between two attempts, milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

const USAGE = 'Usage: npm run migrate [-- --breaking]'

/**
 * `npm run migrate`: brings the tables up to date while servers of the version before may run. A migration that they could not live with
 * is left alone, and all with it, unless `--breaking` says that they are stopped. Gives the exit code: 0 done, 1 not, 2 wrongly called.
 */
export async function migrateCommand(context: CommandContext): Promise<number> {
  try {
    const { args } = context
    if (args.some((argument) => argument !== '--breaking')) throw new UsageError(USAGE)
    context.out(`${await migrateNow(context, args.includes('--breaking'))}\n`)
    return 0
  } catch (error) {
    context.err(`${explainFailure(error, [AdministrationError, ConfigError])}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function migrateNow(
  { env, err, folder = migrationsFolder(), pause = sleep }: CommandContext,
  mayBreak: boolean,
): Promise<string> {
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
    const breaking = pending.filter(({ breaks }) => breaks !== undefined)
    // An empty database has no users yet.
    if (version > 0 && breaking.length > 0 && !mayBreak)
      throw new AdministrationError(
        [
          'Servers of the version before cannot run on the new tables:',
          ...breaking.map(({ tag, breaks }) => `  ${tag}: ${breaks}`),
          'Stop them, then run "npm run migrate -- --breaking".',
        ].join('\n'),
      )
    try {
      await migrateBesideOthers(pool, {
        folder,
        pause,
        onGivenUp: (attempt, attempts) =>
          err(`A table is in use: attempt ${attempt} of ${attempts} is given up.\n`),
      })
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
