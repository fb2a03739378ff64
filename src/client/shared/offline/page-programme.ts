import { useSyncExternalStore } from 'react'
import type { PageProgramme } from '@/offline/page/page-programme'
import { createListeners } from '@/offline/platform/change-notifier'

let loading: Promise<PageProgramme> | undefined
let loaded: PageProgramme | undefined
const listeners = createListeners()

const syncs = createListeners()
/** Notified when a sync got through: the network is there. Loads nothing. */
export const watchSyncs = syncs.subscribe

/** A chunk of its own (Dexie, zod, the replica): nothing of it is needed to paint or hydrate. The programme is shown without the outbox. */
export function loadPageProgramme(): Promise<PageProgramme> {
  loading ??= load()
  // A chunk that failed to load is tried again the next time.
  loading.catch(() => (loading = undefined))
  return loading
}

async function load(): Promise<PageProgramme> {
  const { pageProgramme } = await import('@/offline/page/page-programme')
  loaded = pageProgramme()
  loaded.subscribeToSyncs(syncs.notify)
  listeners.notify()
  return loaded
}

export function usePageProgramme(): PageProgramme | undefined {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  loadPageProgramme().catch(() => undefined)
  return listeners.subscribe(listener)
}
