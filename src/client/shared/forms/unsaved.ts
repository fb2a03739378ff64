import { useEffect } from 'react'
import { pageValue } from '@/client/shared/loading/page-value'

/** How many forms a new version of the app waits for in this tab; it waits for those of others, too (offline.md, worker and updates). */
const unsaved = pageValue(0)

export const subscribeUnsaved = unsaved.subscribe

export const hasUnsaved = () => unsaved.get() > 0
export const useHasUnsaved = () => unsaved.use() > 0

export function markUnsaved(): () => void {
  unsaved.set(unsaved.get() + 1)
  return () => unsaved.set(unsaved.get() - 1)
}

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => (isDirty ? markUnsaved() : undefined), [isDirty])
}
