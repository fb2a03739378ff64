import type { PageOfflineClient } from '@/offline/page/page-offline-client'
import { lazyClient } from './lazy-client'

/** Session, outbox and push: the programme is shown without them. */
const client = lazyClient(async (): Promise<PageOfflineClient> => {
  const { pageOfflineClient } = await import('@/offline/page/page-offline-client')
  const opened = pageOfflineClient()
  opened.session.subscribe(client.listeners.notify)
  return opened
})

export const loadOfflineClient = client.load
export const loadedOfflineClient = client.loaded
export const useOfflineClient = client.use
/** Notified when the offline client is there, and when somebody else is signed in. Does not load it. */
export const watchOfflineClient = client.listeners.subscribe

/** Logs an error that is shown nowhere (rules 8: share failure, a failed load), and never what a person typed. */
export function report(what: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where rules 8 logs to
  console.warn(what, error instanceof Error ? error.name : '')
}
