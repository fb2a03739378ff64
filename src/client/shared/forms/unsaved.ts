import { useEffect } from 'react'

/**
 * Forms with unsaved changes. A new version of the app waits for them, in this tab and in the
 * others (offline.md, worker and updates).
 */
const open = new Set<object>()
const listeners = new Set<() => void>()

/** Marks unsaved changes; call the returned function when they are saved, reset or left. */
export function markUnsaved(): () => void {
  const mark = {}
  open.add(mark)
  notify()
  return () => {
    if (open.delete(mark)) notify()
  }
}

export function hasUnsaved(): boolean {
  return open.size > 0
}

export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For forms: `useUnsaved(isDirty)`. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => (isDirty ? markUnsaved() : undefined), [isDirty])
}

function notify(): void {
  for (const listener of listeners) listener()
}
