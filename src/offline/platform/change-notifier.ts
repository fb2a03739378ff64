import { createListeners } from './listeners'

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
