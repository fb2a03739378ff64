// The commands of whoever runs the server: `npm run admin`, `backup`, `restore` and `settle`.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PoolConfig } from 'pg'
import { isEmail, toAddress } from '@/domain/accounts/account'
import {
  AdministrationError,
  createAdministrator,
  promote,
  resetPassword,
  resetSecondFactor,
  type Change,
} from './administration/administrators'
import { BackupError, createBackup, restoreBackup, settle, type Contents } from './backup/backup'
import { ConfigError, readConfig, type Config } from './config/read-config'
import { createSecurityLog } from './http/security/security-log'
import { connect, type Database } from './platform/database/client'
import { EngineError, EngineInUseError } from './platform/database/engine/programs'
import { findRunningEngine, startEmbeddedEngine } from './platform/database/engine/start-engine'
import { OtherTablesError, databaseVersion, knownMigrations } from './platform/database/migrate'
import { photosDir } from './platform/photos/stores/disk-store'
import { nowDate, systemClock } from './platform/process/clock'
import { createLogger, serializeError } from './platform/process/logger'
import { hasCode, keepDataDirPrivate, unlessMissing } from './platform/process/private-data-dir'

export interface CommandContext {
  /** The name of the command first. */
  args: string[]
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
  /** Default: the migrations of this program. */
  folder?: string
}

/** A command that was wrongly called; the message is how to call it. */
class UsageError extends Error {}

const USAGE = `Usage:
  npm run admin -- create <email>           a new administrator
  npm run admin -- reset-password <email>   a new password; ends all sessions of that account
  npm run admin -- reset-mfa <email>        removes its second factors; ends all sessions of that account
  npm run admin -- promote <email>          makes an account an administrator's that can sign in; ends all sessions of it
  npm run backup -- <file>
  npm run restore -- <file> [--replace] [--send-waiting]
  npm run settle [-- --send-waiting]`

/** Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export async function commandLine(context: CommandContext): Promise<number> {
  try {
    context.out(`${await perform(context)}\n`)
    return 0
  } catch (error) {
    context.err(`${explain(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function perform(context: CommandContext): Promise<string> {
  const { words, replace, sendWaiting } = readArgs(context.args)
  const [name = '', first = '', second = ''] = words
  const config = () => readConfig(context.env)
  switch (`${name} ${words.length}`) {
    case 'admin 3':
      return administer(context, first, second)
    case 'backup 2':
      return backUp(config(), first)
    case 'restore 2':
      return restore(config(), { file: first, replace, sendWaiting, folder: context.folder })
    case 'settle 1': {
      const count = await withDatabase(config(), ({ pool }) => settle(pool, sendWaiting))
      return `The database counts as restored.${describeMails(count, sendWaiting)}`
    }
    default:
      throw new UsageError(USAGE)
  }
}

function readArgs(args: string[]) {
  try {
    const { values, positionals: words } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean' }, 'send-waiting': { type: 'boolean' } },
    })
    return { words, replace: values.replace === true, sendWaiting: values['send-waiting'] === true }
  } catch {
    throw new UsageError(USAGE)
  }
}

const USE_POSTGRES_TOOLS =
  'The database of DATABASE_URL is backed up by pg_dump and restored by pg_restore: docs/operating.md says how.'

async function backUp(config: Config, file: string): Promise<string> {
  if (config.databaseUrl !== undefined) throw new BackupError(USE_POSTGRES_TOOLS)
  const contents = await withDatabase(config, ({ pool }) =>
    createBackup({ pool, photosDir: photosDirOf(config), file }),
  )
  return `Wrote ${file}: ${describe(contents)}. It holds personal data: keep it where nobody else reads it.`
}

async function restore(
  config: Config,
  given: Omit<Parameters<typeof restoreBackup>[0], 'pool' | 'photosDir'>,
): Promise<string> {
  if (config.databaseUrl !== undefined) throw new BackupError(USE_POSTGRES_TOOLS)
  // A directory that is made for a restored guide is as private as one that a server makes.
  await keepDataDirPrivate(config.dataDir, createLogger('error'))
  const restored = await withDatabase(
    config,
    ({ pool }) => restoreBackup({ pool, photosDir: photosDirOf(config), ...given }),
    { isAlone: true },
  )
  const mails = describeMails(restored.waitingMails, given.sendWaiting === true)
  return `Restored ${given.file} of ${restored.madeAt}: ${describe(restored)}.${mails}`
}

function photosDirOf({ dataDir, photoBucket }: Config): string | undefined {
  return photoBucket === undefined ? photosDir(dataDir) : undefined
}

function describe({ rows, pictures }: Contents): string {
  return `${rows} rows, ${pictures} pictures`
}

function describeMails(count: number, sendWaiting: boolean): string {
  if (count === 0) return ''
  return sendWaiting
    ? `\nMails that were waiting when it was made, and are sent when the server starts: ${count}.`
    : `\nMails that were waiting when it was made, and are not sent again: ${count} (--send-waiting sends them).`
}

const ONCE = 'shown only this once'

const ADMIN: Record<string, (db: Database, change: Change) => Promise<string>> = {
  create: async (db, change) =>
    `Administrator: ${change.email}  password: ${await createAdministrator(db, change)}  (${ONCE}; sign in at /backoffice)`,
  'reset-password': async (db, change) =>
    `New password of ${change.email}: ${await resetPassword(db, change)}  (${ONCE}; all sessions have ended)`,
  'reset-mfa': async (db, change) => {
    await resetSecondFactor(db, change)
    return `${change.email} signs in without a second factor now; all sessions have ended.`
  },
  promote: async (db, change) => {
    await promote(db, change)
    return `${change.email} is an administrator now.`
  },
}

async function administer(
  { env, err, folder }: CommandContext,
  name: string,
  address: string,
): Promise<string> {
  const action = Object.hasOwn(ADMIN, name) ? ADMIN[name] : undefined
  if (action === undefined) throw new UsageError(USAGE)
  const email = toAddress(address).toLowerCase()
  if (!isEmail(email)) throw new UsageError(`${address} is not an email address.\n${USAGE}`)
  // The log stands beside what the command says and not in it: whoever collects logs redirects the one, and reads the other.
  const securityLog = createSecurityLog(createLogger('info', { write: err }), systemClock)
  return withDatabase(readConfig(env), async ({ pool, db }) => {
    const known = knownMigrations(folder)
    // A change in older tables may not outlive their migration.
    if ((await databaseVersion(pool, known)) < known.length)
      throw new AdministrationError(
        'The tables of the database are of an older version: start the server once.',
      )
    return action(db, { email, now: nowDate(systemClock), securityLog })
  })
}

/**
 * Runs a command's work on the database: through the server's engine while that runs, else through one of our own, or on one that is ours
 * `isAlone`, and made for it. Otherwise makes none that is not there: the first start of the server does, with all that belongs to it.
 */
async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (parts: ReturnType<typeof connect>) => Promise<T>,
  { isAlone = false } = {},
): Promise<T> {
  const { connection, stop } =
    databaseUrl === undefined
      ? await openEngine(dataDir, isAlone)
      : { connection: { connectionString: databaseUrl }, stop: async () => {} }
  try {
    // A connection that breaks in use fails the command; one that breaks when the engine stops is no news.
    const settings = { application_name: 'events-guide-command', max: 2 }
    const parts = connect({ ...connection, ...settings }, { error: () => undefined })
    try {
      return await work(parts)
    } finally {
      await parts.pool.end()
    }
  } finally {
    await stop()
  }
}

async function openEngine(
  dataDir: string,
  isAlone: boolean,
): Promise<{ connection: PoolConfig; stop(): Promise<void> }> {
  if (!isAlone && (await unlessMissing(stat(join(dataDir, 'engine')))) === undefined)
    throw new EngineError(`There is no database in ${dataDir} yet: start the server once.`)
  try {
    return await startEmbeddedEngine({ dataDir, log: createLogger('error') })
  } catch (error) {
    if (!(error instanceof EngineInUseError)) throw error
  }
  if (isAlone) throw new EngineError('A server is using the database: stop it first.')
  const connection = await findRunningEngine(dataDir)
  if (connection === undefined) throw new EngineError('The server is just starting or stopping: try again.')
  return { connection, stop: async () => {} }
}

const FOR_PEOPLE = [AdministrationError, BackupError, ConfigError, EngineError, OtherTablesError, UsageError]

/** The message says what to do, and details only of what nobody foresaw. */
function explain(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (hasCode(cause, 'EACCES') && !(error instanceof BackupError))
    return 'Run this with the account that runs the server: this one may not read its files.'
  if (error instanceof Error && FOR_PEOPLE.some((kind) => error instanceof kind)) return error.message
  if (hasCode(cause, 'ECONNREFUSED')) return 'The database cannot be reached (ECONNREFUSED). Is it running?'
  return `It did not work: ${JSON.stringify(serializeError(error), null, 2).replaceAll('\\n', '\n')}`
}
