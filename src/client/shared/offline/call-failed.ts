import type { Outcome } from '@/offline/api/outcome'

/** A call that did not succeed, for a query's error channel. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  constructor(readonly outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>) {
    super(outcome.kind === 'refused' ? outcome.code : outcome.reason)
  }

  get isMissing(): boolean {
    return this.outcome.kind === 'refused' && this.outcome.code === 'NOT_FOUND'
  }
}

/** The outcome that made a query or a mutation fail. */
export function outcomeOf(error: unknown): CallFailed['outcome'] {
  return error instanceof CallFailed ? error.outcome : { kind: 'unreachable', reason: 'network' }
}

/** The reply of a call; throws `CallFailed`. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'ok') return outcome.data
  throw new CallFailed(outcome)
}
