import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '@/offline/platform/listeners'

/** Parts of the page that show something which this device can show without a network. */
let partCount = 0
const { subscribe, notify } = createListeners()

/** Counts the caller among those parts while it is mounted. */
export function useSavedContent(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

/** Whether the page has such a part: only then may it be said that what is seen was saved. */
export function useHasSavedContent(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => partCount > 0,
    () => false,
  )
}

function change(by: 1 | -1): void {
  partCount += by
  notify()
}
