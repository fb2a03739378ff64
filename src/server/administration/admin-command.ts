import type { Pool } from 'pg'
import { isEmail, toAddress } from '@/domain/accounts/account'
import { ConfigError, readConfig } from '@/server/config/read-config'
import type { Database } from '@/server/platform/database/client'
import { FOREIGN_TABLES, databaseVersion, knownVersions } from '@/server/platform/database/schema-version'
import type { SchemaVersion } from '@/server/platform/database/schema-version'
import { nowDate, systemClock } from '@/server/platform/process/clock'
import { createSecurityLog } from '@/server/http/security/security-log'
import type { SecurityLog } from '@/server/http/security/security-log'
import { createLogger } from '@/server/platform/process/logger'
import { UsageError, runCommand } from '@/server/platform/process/explain-failure'
import { reachDatabase, withDatabase } from '@/server/platform/database/reach'
import {
  AdministrationError,
  createAdministrator,
  deleteAccount,
  promote,
  reinstate,
  resetPassword,
  resetSecondFactor,
  suspend,
} from './administrators'

interface CommandContext {
  args: string[]
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
  /** Asks whoever runs it, and gives whether they said yes; absent where nobody can answer. */
  confirm?: (question: string) => Promise<boolean>
  folder?: string
}

const USAGE = `Usage:
  npm run admin -- create <email>           a new administrator
  npm run admin -- reset-password <email>   a new password; ends all sessions of that account
  npm run admin -- reset-mfa <email>        removes its second factors; ends all sessions of that account
  npm run admin -- promote <email>          makes an account an administrator's; ends all sessions of it
  npm run admin -- suspend <email>          keeps an account from signing in; ends all sessions of it
  npm run admin -- reinstate <email>        lets a suspended account sign in again
  npm run admin -- delete <email> [--yes]   deletes an account; its published events stay, without owner and address.
                                            Asks first, unless --yes says so`

const ONCE = 'shown only this once'

type Command = (
  db: Database,
  change: { email: string; now: Date; securityLog: SecurityLog },
) => Promise<string>

const COMMANDS: Record<string, Command> = {
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

const HELP = new Set(['--help', '-h', 'help'])
const YES = '--yes'

async function confirmDeletion(email: string, confirm: CommandContext['confirm']): Promise<void> {
  if (confirm === undefined)
    throw new AdministrationError(
      `Deleting ${email} cannot be undone: say ${YES} to do it without a question.`,
    )
  const isWanted = await confirm(`Delete the account of ${email}? This cannot be undone. [y/N] `)
  if (!isWanted) throw new AdministrationError('Nothing was deleted.')
}

/** `npm run admin -- …`. Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export async function adminCommand({
  args,
  env,
  out,
  err,
  confirm,
  folder,
}: CommandContext): Promise<number> {
  if (args.length === 1 && HELP.has(args[0] ?? '')) {
    out(`${USAGE}\n`)
    return 0
  }
  const logLines: string[] = []
  const code = await runCommand({ out, err }, [AdministrationError, ConfigError], async () => {
    const { name, command, email, isConfirmed } = readArgs(args)
    if (name === 'delete' && !isConfirmed) await confirmDeletion(email, confirm)
    // The log stands beside what the command says and not in it: whoever collects logs redirects the one, and reads the other. It comes
    // after it, so that on a screen no line of JSON stands between sentences.
    const logger = createLogger('info', { write: (line) => logLines.push(line) })
    const securityLog = createSecurityLog(logger, systemClock)
    const { databaseUrl, dataDir } = readConfig(env)
    return withDatabase(
      reachDatabase({ databaseUrl, dataDir, log: createLogger('error') }),
      { application_name: 'events-guide-admin', max: 1 },
      async ({ pool, db }) => {
        await refuseOtherVersion(pool, knownVersions(folder))
        return command(db, { email, now: nowDate(systemClock), securityLog })
      },
    )
  })
  for (const line of logLines) err(line)
  return code
}

interface ReadArgs {
  name: string
  command: Command
  email: string
  isConfirmed: boolean
}

function readArgs([name = '', ...others]: string[]): ReadArgs {
  const isConfirmed = name === 'delete' && others.includes(YES)
  const [address = '', ...rest] = isConfirmed ? others.filter((one) => one !== YES) : others
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined || address === '' || rest.length > 0) throw new UsageError(USAGE)
  const email = toAddress(address).toLowerCase()
  if (!isEmail(email)) throw new UsageError(`${address} is not an email address.\n${USAGE}`)
  return { name, command, email, isConfirmed }
}

/** Refuses another version: a change in older tables may not outlive their migration. */
async function refuseOtherVersion(pool: Pool, known: SchemaVersion[]): Promise<void> {
  const version = await databaseVersion(pool, known)
  if (version === undefined) throw new AdministrationError(FOREIGN_TABLES)
  if (version === 0) throw new AdministrationError('The database is empty: start the server once.')
  if (version < known.length)
    throw new AdministrationError(
      'The tables of the database are of an older version: start the server once.',
    )
}
