import { useSyncExternalStore } from 'react'
import type { Device } from '@/offline/page-offline-client'

let loading: Promise<Device> | undefined
let loaded: Device | undefined
const listeners = new Set<() => void>()

/**
 * The offline layer of this page. It is a chunk of its own (Dexie, zod, the outbox): nothing of it is needed to
 * paint or hydrate, so it is only ever reached through this import.
 */
export function loadOfflineClient(): Promise<Device> {
  loading ??= import('@/offline/page-offline-client').then(({ device }) => {
    loaded = device()
    for (const listener of listeners) listener()
    return loaded
  })
  // A chunk that did not arrive is asked for again the next time.
  loading.catch(() => (loading = undefined))
  return loading
}

/** The device once it is there; undefined while it loads and on the server. */
export function useOfflineClient(): Device | undefined {
  return useSyncExternalStore(subscribe, current, nothing)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  loadOfflineClient().catch(() => undefined)
  return () => listeners.delete(listener)
}

function current(): Device | undefined {
  return loaded
}

function nothing(): undefined {
  return undefined
}
