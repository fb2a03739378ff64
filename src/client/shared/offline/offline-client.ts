import { useSyncExternalStore } from 'react'
import type { PageOfflineClient } from '@/offline/page/page-offline-client'
import { pageValue } from '@/client/shared/loading/page-value'

/** A client that a chunk of its own opens, once for the page; who subscribes is notified when it is there. */
export function lazyClient<Client>(open: () => Promise<Client>) {
  const { get: loaded, set, subscribe } = pageValue<Client | undefined>(undefined)
  let loading: Promise<Client> | undefined
  const load = () => {
    loading ??= open().then((client) => {
      set(client)
      return client
    })
    // A chunk that failed to load is tried again the next time.
    loading.catch(() => (loading = undefined))
    return loading
  }
  const loadAndWatch = (listener: () => void) => {
    load().catch(() => undefined)
    return subscribe(listener)
  }
  return {
    load,
    loaded,
    subscribe,
    notify: () => set(loaded()),
    /** Undefined until it is there. It is loaded unless `isWanted` is false: then somebody else may do so. */
    use: (isWanted = true) =>
      useSyncExternalStore(isWanted ? loadAndWatch : subscribe, loaded, () => undefined),
  }
}

/** Session, outbox and push: the programme is shown without them. */
const client = lazyClient(async (): Promise<PageOfflineClient> => {
  const { pageOfflineClient } = await import('@/offline/page/page-offline-client')
  const opened = pageOfflineClient()
  opened.session.subscribe(client.notify)
  return opened
})

export const loadOfflineClient = client.load
export const loadedOfflineClient = client.loaded
export const useOfflineClient = client.use
/** Notified when the offline client is there, and when somebody else is signed in. Does not load it. */
export const watchOfflineClient = client.subscribe

/** Logs an error that is shown nowhere (rules 8: share failure, a failed load), and never what a person typed. */
export function report(what: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where rules 8 logs to
  console.warn(what, error instanceof Error ? error.name : '')
}
