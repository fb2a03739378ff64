import { EngineError } from '@/server/platform/database/engine/run-program'
import { serializeError } from './logger'

/** A command that was wrongly called; the message is how to call it. */
export class UsageError extends Error {}

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * The message for the person who ran a command that failed: what to do, and details only of what nobody foresaw. Errors of
 * `forPeople` say it themselves, like those of the engine.
 */
export function explainFailure(
  error: unknown,
  forPeople: readonly (abstract new (...args: never[]) => Error)[],
): string {
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

/** Whether `error` is a system error with this code, like `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Gives the step's result; undefined if its file is not there (any more). */
export async function unlessMissing<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
