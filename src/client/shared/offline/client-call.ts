import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import type { Failure, Outcome } from '@/offline/api/next-step'
import type { PageOfflineClient } from '@/offline/page/page-offline-client'
import { loadOfflineClient } from './offline-client'

export async function withOfflineClient<T>(
  use: (client: PageOfflineClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const client = await loadOfflineClient().catch(() => undefined)
  return client === undefined ? { kind: 'unreachable', reason: 'unsent' } : use(client)
}

export function callEndpoint<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return withOfflineClient<Reply<E>>(({ api }) => api.call(endpoint, input))
}

export class CallFailed extends Error {
  override name = 'CallFailed'
  constructor(readonly outcome: Failure) {
    super(outcome.kind === 'refused' ? outcome.code : outcome.reason)
  }

  get isMissing(): boolean {
    return this.outcome.kind === 'refused' && this.outcome.code === 'NOT_FOUND'
  }
}

export function outcomeOf(error: unknown): Failure {
  return error instanceof CallFailed ? error.outcome : { kind: 'unreachable', reason: 'network' }
}

/** The reply of a call; throws `CallFailed`. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'ok') return outcome.data
  throw new CallFailed(outcome)
}
