import { CallFailed } from './call-failed'
import { failureText } from './refusal-text'

/** Why a query or a mutation failed, in words. */
export function errorText(error: unknown): string {
  return failureText(error instanceof CallFailed ? error.outcome : { kind: 'unreachable', reason: 'network' })
}
