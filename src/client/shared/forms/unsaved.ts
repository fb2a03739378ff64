import { useEffect } from 'react'
import { createListeners } from '@/offline/platform/change-notifier'

/** A new version of the app waits for these forms, in this tab and in the others (offline.md, worker and updates). */
const open = new Set<object>()
const listeners = createListeners()

export const subscribeUnsaved = listeners.subscribe

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

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => (isDirty ? markUnsaved() : undefined), [isDirty])
}
