import { useSyncExternalStore } from 'react'
import { createListeners } from '@/offline/platform/change-notifier'

/** What a chunk of its own opens, once for the page; `listeners` are notified when it is there. */
export function lazyClient<Client>(open: () => Promise<Client>) {
  const listeners = createListeners()
  let loading: Promise<Client> | undefined
  let loaded: Client | undefined
  const load = () => {
    loading ??= open().then((client) => {
      loaded = client
      listeners.notify()
      return client
    })
    // A chunk that failed to load is tried again the next time.
    loading.catch(() => (loading = undefined))
    return loading
  }
  const loadAndWatch = (listener: () => void) => {
    load().catch(() => undefined)
    return listeners.subscribe(listener)
  }
  return {
    listeners,
    load,
    loaded: () => loaded,
    /** Undefined until it is there. It is loaded unless `isWanted` is false: then somebody else may do so. */
    use: (isWanted = true) =>
      useSyncExternalStore(
        isWanted ? loadAndWatch : listeners.subscribe,
        () => loaded,
        () => undefined,
      ),
  }
}
