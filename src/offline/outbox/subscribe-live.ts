import { liveQuery } from 'dexie'

/**
 * Calls `next` with what `read` finds now, and again whenever it may have changed, in this tab, another, or the worker.
 * A database that cannot be read says nothing.
 */
export function subscribeLive<T>(read: () => Promise<T>, next: (found: T) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => subscription.unsubscribe()
}
