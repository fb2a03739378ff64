import { useSyncExternalStore } from 'react'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { createListeners } from '@/offline/platform/listeners'

/** 'unreadable': the browser refuses storage. Undefined until it is known. */
type SavedIds = ReadonlySet<string> | 'unreadable' | undefined

let ids: SavedIds
let isStarted = false
const listeners = createListeners()

/** Whether an event is saved on this device. One subscription serves all hearts of a page. */
export function useIsSaved(eventId: string): boolean | 'unreadable' {
  return useSyncExternalStore(
    subscribe,
    () => (ids === 'unreadable' ? ids : ids?.has(eventId) === true),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  if (!isStarted) {
    isStarted = true
    loadOfflineClient().then(
      ({ saved }) => saved.watchIds(setIds),
      // A chunk that failed to load is tried again with the next heart.
      () => (isStarted = false),
    )
  }
  return listeners.subscribe(listener)
}

function setIds(found: SavedIds): void {
  ids = found
  listeners.notify()
}
