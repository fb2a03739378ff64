/** Notifies this page, other tabs and the worker that something has changed; what it was is read from the database. */
export type ChangeNotifier = ReturnType<typeof broadcastNotifier>

/** A `BroadcastChannel` does not notify itself, so listeners of this page are called directly. */
export function broadcastNotifier(name: string) {
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

export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Returns how to stop. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
    clear: () => listeners.clear(),
  }
}

interface Connection {
  saveData?: boolean
  type?: string
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}

export function savesData(): boolean {
  return connection()?.saveData === true
}

/** A fetch may cost the person: Save-Data, or mobile data. A browser that does not say counts as unmetered. */
export function isMetered(): boolean {
  return savesData() || connection()?.type === 'cellular'
}
