// What whoever runs the server does without a browser: `npm run admin`, `backup`, `restore`, `settle` and `migrate`.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PoolConfig } from 'pg'
import { isEmail, toAddress } from '@/domain/accounts/account'
import {
  AdministrationError,
  createAdministrator,
  deleteAccount,
  promote,
  reinstate,
  resetPassword,
  resetSecondFactor,
  suspend,
} from './administration/administrators'
import { BackupError, createBackup, restoreBackup, settle, type Manifest } from './backup/backup'
import { ConfigError, readConfig, type Config } from './config/read-config'
import { createSecurityLog } from './http/security/security-log'
import { connect, type Database } from './platform/database/client'
import { EngineError, EngineInUseError } from './platform/database/engine/programs'
import { findRunningEngine, startEmbeddedEngine } from './platform/database/engine/start-engine'
import {
  OtherTablesError,
  databaseVersion,
  knownMigrations,
  migrateDatabase,
} from './platform/database/migrate'
import { nowDate, systemClock } from './platform/process/clock'
import { createLogger, serializeError } from './platform/process/logger'
import { hasCode, keepDataDirPrivate, unlessMissing } from './platform/process/private-data-dir'

export interface CommandContext {
  /** The name of the command first. */
  args: string[]
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
  /** Asks whoever runs it, and gives whether they said yes; absent where nobody can answer. */
  confirm?: (question: string) => Promise<boolean>
  /** Default: the migrations of this program. */
  folder?: string
}

/** A command that was wrongly called; the message is how to call it. */
class UsageError extends Error {}

const ADMIN_USAGE = `Usage:
  npm run admin -- create <email>           a new administrator
  npm run admin -- reset-password <email>   a new password; ends all sessions of that account
  npm run admin -- reset-mfa <email>        removes its second factors; ends all sessions of that account
  npm run admin -- promote <email>          makes an account an administrator's; ends all sessions of it
  npm run admin -- suspend <email>          keeps an account from signing in; ends all sessions of it
  npm run admin -- reinstate <email>        lets a suspended account sign in again
  npm run admin -- delete <email> [--yes]   deletes an account; its published events stay, without owner and address.
                                            Asks first, unless --yes says so`

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
  const [name, ...args] = context.args
  switch (name) {
    case 'admin':
      return ['--help', '-h', 'help'].includes(args.join(' ')) ? ADMIN_USAGE : administer(context, args)
    case 'backup':
      return backUp(context, args)
    case 'restore':
      return restore(context, args)
    case 'settle': {
      const { flags } = read(args, ['send-waiting'], 0, 'Usage: npm run settle [-- --send-waiting]')
      const sendWaiting = flags.has('send-waiting')
      const count = await withDatabase(readConfig(context.env), ({ pool }) => settle(pool, sendWaiting))
      return `The database counts as restored.${describeMails(count, sendWaiting)}`
    }
    case 'migrate': {
      read(args, [], 0, 'Usage: npm run migrate')
      // Writers that come after a waiting migration wait behind it.
      const options = { lockTimeoutMs: 3000, ...(context.folder !== undefined && { folder: context.folder }) }
      const count = await withDatabase(readConfig(context.env), ({ pool }) => migrateDatabase(pool, options))
      return `The tables are up to date${count === 0 ? '' : `: ${count} migrations were pending`}.`
    }
    default:
      throw new UsageError('Usage: npm run admin|backup|restore|settle|migrate')
  }
}

/** The arguments, of which `count` are no flags. */
function read(args: string[], flags: string[], count: number, usage: string) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    })
    if (positionals.length === count) return { positionals, flags: new Set(Object.keys(values)) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new UsageError(usage)
}

const USE_POSTGRES_TOOLS =
  'The database of DATABASE_URL is backed up by pg_dump and restored by pg_restore: docs/operating.md says how.'

async function backUp({ env }: CommandContext, args: string[]): Promise<string> {
  const [file = ''] = read(args, [], 1, 'Usage: npm run backup -- <file>').positionals
  const config = readConfig(env)
  if (config.databaseUrl !== undefined) throw new BackupError(USE_POSTGRES_TOOLS)
  const photosDir = photosDirOf(config)
  const { missingPhotos, ...manifest } = await withDatabase(config, ({ pool }) =>
    createBackup({ pool, photosDir, file }),
  )
  const missing = missingPhotos.map((one) => `\n  ${one}`).join('')
  return (
    `Wrote ${file}: ${describe(manifest)}. It holds personal data: keep it where nobody else reads it.` +
    (missing && `\nThese photos are missing on the disk, and in the backup:${missing}`)
  )
}

async function restore({ env, folder }: CommandContext, args: string[]): Promise<string> {
  const usage = 'Usage: npm run restore -- <file> [--replace] [--send-waiting]'
  const { positionals, flags } = read(args, ['replace', 'send-waiting'], 1, usage)
  const [file = ''] = positionals
  const [replace, sendWaiting] = [flags.has('replace'), flags.has('send-waiting')]
  const config = readConfig(env)
  if (config.databaseUrl !== undefined) throw new BackupError(USE_POSTGRES_TOOLS)
  // What is restored into a directory that is made for it is as private as what a server writes there.
  await keepDataDirPrivate(config.dataDir, createLogger('error'))
  const photosDir = photosDirOf(config)
  const { waitingMails, ...manifest } = await withDatabase(
    config,
    ({ pool }) => restoreBackup({ pool, photosDir, file, replace, sendWaiting, folder }),
    { isAlone: true },
  )
  return `Restored ${file} of ${manifest.madeAt}: ${describe(manifest)}.${describeMails(waitingMails, sendWaiting)}`
}

function photosDirOf({ dataDir, photoBucket }: Config): string | undefined {
  return photoBucket === undefined ? join(dataDir, 'photos') : undefined
}

function describe({ tables, pictures }: Manifest): string {
  const rows = tables.reduce((total, table) => total + table.rows, 0)
  return `${rows} rows in ${tables.length} tables, ${pictures} pictures`
}

function describeMails(count: number, sendWaiting: boolean): string {
  if (count === 0) return ''
  return sendWaiting
    ? `\nMails that were waiting when it was made, and are sent when the server starts: ${count}.`
    : `\nMails that were waiting when it was made, and are not sent again: ${count} (--send-waiting sends them).`
}

const ONCE = 'shown only this once'

type Change = Parameters<typeof createAdministrator>[1]

const ADMIN: Record<string, (db: Database, change: Change) => Promise<string>> = {
  create: async (db, change) =>
    `Administrator: ${change.email}  password: ${await createAdministrator(db, change)}  (${ONCE}; sign in at /backoffice)`,
  'reset-password': async (db, change) =>
    `New password of ${change.email}: ${await resetPassword(db, change)}  (${ONCE}; all sessions have ended)`,
  'reset-mfa': async (db, change) =>
    (await resetSecondFactor(db, change))
      ? `${change.email} signs in without a second factor now; all sessions have ended.`
      : `${change.email} had no second factor; all sessions have ended.`,
  promote: async (db, change) => {
    const { isNew, isSuspended } = await promote(db, change)
    const note = isSuspended ? ' The account is suspended: it cannot sign in until it is reinstated.' : ''
    return `${change.email} is an administrator ${isNew ? 'now' : 'already'}.${note}`
  },
  suspend: async (db, change) =>
    `${change.email} ${(await suspend(db, change)) ? 'is suspended now; all sessions have ended' : 'is suspended already'}.`,
  reinstate: async (db, change) =>
    `${change.email} ${(await reinstate(db, change)) ? 'can sign in again' : 'is not suspended'}.`,
  delete: async (db, change) => {
    await deleteAccount(db, change)
    return `The account of ${change.email} is deleted. Its published events stay, without an owner and a contact address; its others are deleted.`
  },
}

async function administer({ env, err, confirm, folder }: CommandContext, args: string[]): Promise<string> {
  const [name = '', ...rest] = args
  const action = Object.hasOwn(ADMIN, name) ? ADMIN[name] : undefined
  if (action === undefined) throw new UsageError(ADMIN_USAGE)
  const { positionals, flags } = read(rest, name === 'delete' ? ['yes'] : [], 1, ADMIN_USAGE)
  const [address = ''] = positionals
  const email = toAddress(address).toLowerCase()
  if (!isEmail(email)) throw new UsageError(`${address} is not an email address.\n${ADMIN_USAGE}`)
  if (name === 'delete' && !flags.has('yes')) await confirmDeletion(email, confirm)
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

async function confirmDeletion(email: string, confirm: CommandContext['confirm']): Promise<void> {
  if (confirm === undefined)
    throw new AdministrationError(
      `Deleting ${email} cannot be undone: say --yes to do it without a question.`,
    )
  if (!(await confirm(`Delete the account of ${email}? This cannot be undone. [y/N] `)))
    throw new AdministrationError('Nothing was deleted.')
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
