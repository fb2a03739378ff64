import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '@/server/config/read-config'
import { connect } from '@/server/platform/database/client'
import { reachDatabase, takeDatabase } from '@/server/platform/database/reach'
import { UsageError, explainFailure } from '@/server/platform/process/explain-failure'
import { keepDataDirPrivate } from '@/server/platform/process/private-data-dir'
import { createLogger } from '@/server/platform/process/logger'
import { openPhotoStore } from '@/server/platform/photos/stores/open-photo-store'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import { PhotoStoreFullError, PhotoStoreUnreachableError } from '@/server/platform/photos/stores/store'
import { BackupError } from './backup-error'
import { createBackup } from './create-backup'
import type { BackupSummary } from './manifest'
import { restoreBackup } from './restore-backup'
import type { RestoreSummary } from './restore-backup'

interface CommandContext {
  args: string[]
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
}

const APPLICATION_NAME = 'events-guide-backup'
const BACKUP_USAGE = 'npm run backup -- <file>'
const RESTORE_USAGE = 'npm run restore -- <file> [--replace] [--send-waiting]'
/** A connection that breaks in use fails the command; one that breaks when the engine stops is no news. */
const IGNORE_ERRORS = { error: () => undefined }

const FOR_PEOPLE = [BackupError, ConfigError, PhotoStoreFullError, PhotoStoreUnreachableError]

/** `npm run backup -- <file>`. Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export function backupCommand(context: CommandContext): Promise<number> {
  return run(context, async () => {
    const { file } = readArgs(context.args, BACKUP_USAGE, [])
    const summary = await withDatabase(context, reachForBackup, (parts) => createBackup({ ...parts, file }))
    return `Wrote ${file}: ${describe(summary)}. It holds personal data: keep it where nobody else reads it.`
  })
}

/** `npm run restore -- <file> [--replace] [--send-waiting]`. Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export function restoreCommand(context: CommandContext): Promise<number> {
  return run(context, async () => {
    const { file, flags } = readArgs(context.args, RESTORE_USAGE, ['replace', 'send-waiting'])
    const sendWaiting = flags.has('send-waiting')
    return withDatabase(context, takePrivately, async (parts) => {
      const summary = await restoreBackup({ ...parts, file, replace: flags.has('replace'), sendWaiting })
      const mails = describeMails(summary, sendWaiting)
      return `Restored ${file} of ${summary.madeAt}: ${describe(summary)}.${mails}`
    })
  })
}

async function run({ out, err }: CommandContext, work: () => Promise<string>): Promise<number> {
  try {
    out(`${await work()}\n`)
    return 0
  } catch (error) {
    err(`${explainFailure(error, FOR_PEOPLE)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

function readArgs(args: string[], usage: string, flags: string[]): { file: string; flags: Set<string> } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    })
    const [file, ...rest] = positionals
    if (file !== undefined && rest.length === 0) return { file, flags: new Set(Object.keys(values)) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new UsageError(`Usage: ${usage}`)
}

const reachForBackup: typeof takeDatabase = (place) => reachDatabase(place, ': there is nothing to back up.')

/** What is restored into a directory that is made for it is as private as what a server writes there. */
const takePrivately: typeof takeDatabase = async (place) => {
  await keepDataDirPrivate(place.dataDir, place.log)
  return takeDatabase(place)
}

async function withDatabase<T>(
  { env }: CommandContext,
  reach: typeof takeDatabase,
  work: (parts: ReturnType<typeof connect> & { photos: PhotoStore }) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir, photoBucket } = readConfig(env)
  const log = createLogger('error')
  const database = await reach({ databaseUrl, dataDir, log })
  try {
    const { pool, db } = connect(
      { ...database.connection, application_name: APPLICATION_NAME },
      IGNORE_ERRORS,
    )
    try {
      const { photos } = await openPhotoStore({ dataDir, photoBucket, pool, log })
      return await work({ pool, db, photos })
    } finally {
      await pool.end()
    }
  } finally {
    await database.close()
  }
}

function describe({ tables, rows, pictures }: BackupSummary): string {
  return `${rows} rows in ${tables} tables, ${pictures} pictures`
}

function describeMails({ waitingMails }: RestoreSummary, sendWaiting: boolean): string {
  if (waitingMails === 0) return ''
  return sendWaiting
    ? `\nMails that were waiting when it was made, and are sent when the server starts: ${waitingMails}.`
    : `\nMails that were waiting when it was made, and are not sent again: ${waitingMails} (--send-waiting sends them).`
}
