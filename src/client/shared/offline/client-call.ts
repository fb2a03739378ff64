import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import type { Outcome } from '@/offline/api/outcome'
import type { PageOfflineClient } from '@/offline/page/page-offline-client'
import { loadOfflineClient } from './offline-client'

/** Returns what `use` makes of the offline client; unreachable when its chunk cannot be loaded. */
export async function withOfflineClient<T>(
  use: (client: PageOfflineClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const client = await loadOfflineClient().catch(() => undefined)
  return client === undefined ? { kind: 'unreachable', reason: 'unsent' } : use(client)
}

/** Calls an endpoint through the offline client. */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Outcome<Reply<E>>> {
  return withOfflineClient(({ api }) => api.call(endpoint, input))
}
