import { liveQuery } from 'dexie'

/**
 * Live query: calls `next` with what `read` finds now, and again whenever it may have changed, in this tab, another, or
 * the worker. Not called when the database cannot be read.
 */
export function subscribeLive<T>(read: () => Promise<T>, next: (found: T) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => subscription.unsubscribe()
}
