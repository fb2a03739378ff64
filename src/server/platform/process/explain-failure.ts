import { EngineError } from '@/server/platform/database/engine/run-program'
import { serializeError } from './logger'
import { hasCode } from './private-data-dir'

/** A command that was wrongly called; the message is how to call it. */
export class UsageError extends Error {}

/** Gives the exit code: 0 done, 1 not, 2 wrongly called. */
export async function runCommand(
  { out, err }: { out: (text: string) => void; err: (text: string) => void },
  forPeople: ErrorsForPeople,
  work: () => Promise<string>,
): Promise<number> {
  try {
    out(`${await work()}\n`)
    return 0
  } catch (error) {
    err(`${explainFailure(error, forPeople)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

type ErrorsForPeople = readonly (abstract new (...args: never[]) => Error)[]

const LOCK_NOT_AVAILABLE = '55P03'

/** The message says what to do, and details only of what nobody foresaw. Errors of `forPeople` and the engine say it themselves. */
export function explainFailure(error: unknown, forPeople: ErrorsForPeople): string {
  const isForPeople = [UsageError, EngineError, ...forPeople].some((kind) => error instanceof kind)
  if (isForPeople && error instanceof Error) return error.message
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (hasCode(cause, LOCK_NOT_AVAILABLE))
    return 'Another program is holding tables of the database: try again later.'
  if (hasCode(cause, 'EACCES'))
    return 'Run this with the account that runs the server: this one may not read its files.'
  if (hasCode(cause, 'ECONNREFUSED')) return 'The database cannot be reached (ECONNREFUSED). Is it running?'
  return `It did not work: ${JSON.stringify(serializeError(error), null, 2).replaceAll('\\n', '\n')}`
}
