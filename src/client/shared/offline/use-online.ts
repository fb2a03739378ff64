import { useSyncExternalStore } from 'react'

/**
 * Whether the browser believes that it has a network. `false` is sure; `true` is not (a captive portal, a dead
 * signal): what is shown from the replica has a label of its own.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
