/** Says 'something has changed' to this page, to other tabs and to the worker; what changed is read from the database. */
export interface ChangeNotifier {
  notify(): void
  subscribe(listener: () => void): () => void
  close(): void
}

/** A `BroadcastChannel` does not speak to itself, so listeners here are told directly. */
export function broadcastNotifier(name: string): ChangeNotifier {
  const listeners = new Set<() => void>()
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  channel?.addEventListener('message', notifyListeners)
  return {
    notify() {
      notifyListeners()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of one origin has no target
      channel?.postMessage('changed')
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      listeners.clear()
      channel?.close()
    },
  }
}
