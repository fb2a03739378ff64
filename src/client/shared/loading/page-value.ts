import { useSyncExternalStore } from 'react'
import { createListeners } from '@/offline/platform/change-notifier'

/** A value that all components of a page share, until it is loaded anew. The server, and a page that is being hydrated, use the first. */
export function pageValue<T>(first: T) {
  const { subscribe, notify } = createListeners()
  let value = first
  return {
    subscribe,
    get: () => value,
    set(next: T) {
      value = next
      notify()
    },
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => first,
      ),
  }
}
