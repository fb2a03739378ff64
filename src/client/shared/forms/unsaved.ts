import { useEffect } from 'react'
import { createListeners } from '@/offline/platform/listeners'

/**
 * Forms with unsaved changes. A new version of the app waits for them, in this tab and in the
 * others (offline.md, worker and updates).
 */
const open = new Set<object>()
const listeners = createListeners()

export const subscribeUnsaved = listeners.subscribe

/** Marks unsaved changes; call the returned function when they are saved, reset or left. */
export function markUnsaved(): () => void {
  const mark = {}
  open.add(mark)
  listeners.notify()
  return () => {
    if (open.delete(mark)) listeners.notify()
  }
}

export function hasUnsaved(): boolean {
  return open.size > 0
}

/** Guards a form: `useUnsaved(isDirty)`. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => (isDirty ? markUnsaved() : undefined), [isDirty])
}
