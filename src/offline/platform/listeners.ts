/** Functions that are called after each change of something (observers). */
export interface Listeners {
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
