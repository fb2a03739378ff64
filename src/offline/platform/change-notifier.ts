/** Notifies this page, other tabs and the worker that something has changed; what it was is read from the database. */
export interface ChangeNotifier {
  notify(): void
  subscribe(listener: () => void): () => void
  close(): void
}

/** A `BroadcastChannel` does not notify itself, so listeners of this page are called directly. */
export function broadcastNotifier(name: string): ChangeNotifier {
  const listeners = createListeners()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  channel?.addEventListener('message', listeners.notify)
  return {
    notify() {
      listeners.notify()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of one origin has no target
      channel?.postMessage('changed')
    },
    subscribe: listeners.subscribe,
    close() {
      listeners.clear()
      channel?.close()
    },
  }
}

/** Functions that are called after each change of something (observers). */
interface Listeners {
  /** Returns how to stop. Can be given to React's `useSyncExternalStore`. */
  subscribe(this: void, listener: () => void): () => void
  /** Calls all of them, in the order in which they came. */
  notify(this: void): void
  /** Forgets all of them. */
  clear(): void
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify() {
      for (const listener of listeners) listener()
    },
    clear: () => listeners.clear(),
  }
}

/** Network Information API. Chromium only; the DOM's types do not know it. */
interface Connection {
  saveData?: boolean
  type?: string
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}

/** The browser's Save-Data setting. */
export function savesData(): boolean {
  return connection()?.saveData === true
}

/** Whether what is fetched may cost the person: Save-Data, or mobile data. A browser that does not say counts as unmetered. */
export function isMetered(): boolean {
  return savesData() || connection()?.type === 'cellular'
}
