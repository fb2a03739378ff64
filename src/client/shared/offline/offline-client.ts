import { useSyncExternalStore } from 'react'
import type { PageOfflineClient } from '@/offline/page/page-offline-client'
import { createListeners } from '@/offline/platform/change-notifier'

let loading: Promise<PageOfflineClient> | undefined
let loaded: PageOfflineClient | undefined
const listeners = createListeners()

/** Notified when the offline client is there, and when somebody else is signed in. Does not load it. */
export const watchOfflineClient = listeners.subscribe

/** A chunk of its own (session, outbox, push): the programme is shown without it. */
export function loadOfflineClient(): Promise<PageOfflineClient> {
  loading ??= load()
  // A chunk that failed to load is tried again the next time.
  loading.catch(() => (loading = undefined))
  return loading
}

async function load(): Promise<PageOfflineClient> {
  const { pageOfflineClient } = await import('@/offline/page/page-offline-client')
  loaded = pageOfflineClient()
  loaded.session.subscribe(listeners.notify)
  listeners.notify()
  return loaded
}

/** Undefined until it is there. It is loaded unless `isWanted` is false: then somebody else may do so. */
export function useOfflineClient(isWanted = true): PageOfflineClient | undefined {
  return useSyncExternalStore(isWanted ? subscribe : watchOfflineClient, loadedOfflineClient, () => undefined)
}

function subscribe(listener: () => void): () => void {
  loadOfflineClient().catch(() => undefined)
  return watchOfflineClient(listener)
}

export function loadedOfflineClient(): PageOfflineClient | undefined {
  return loaded
}

/** Logs an error that is shown nowhere (rules 8: share failure, a failed load), and never what a person typed. */
export function report(what: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where rules 8 logs to
  console.warn(what, error instanceof Error ? error.name : '')
}
