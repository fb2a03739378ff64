import { ConfigError } from '@/server/config/read-config'
import { EngineError, hasCode } from '@/server/platform/database/engine/engine-errors'
import { serializeError } from '@/server/platform/process/logger'
import { AdministrationError } from './administrators'

/** A command that was wrongly called; the message is how to call it. */
export class UsageError extends Error {}

/** The message for the person who ran a command that failed: what to do, and details only of what nobody foresaw. */
export function explainFailure(error: unknown): string {
  const isForPeople = [AdministrationError, UsageError, ConfigError, EngineError].some(
    (kind) => error instanceof kind,
  )
  if (isForPeople && error instanceof Error) return error.message
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (hasCode(cause, 'EACCES'))
    return 'Run this with the account that runs the server: this one may not read its files.'
  if (hasCode(cause, 'ECONNREFUSED')) return 'The database cannot be reached. Is it running?'
  return `It did not work: ${JSON.stringify(serializeError(error), null, 2).replaceAll('\\n', '\n')}`
}
