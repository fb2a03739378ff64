import { useSyncExternalStore } from 'react'
import { pageStorage } from '@/offline/page/page-storage'
import { isListView } from './event-filters'
import type { EventsView, ListView } from './event-filters'

const KEY = 'events-view'

/**
 * How the list looks: as the address says, else as this browser remembers. The server knows only the address, and hydration
 * renders the same; the app shell is rendered with the choice at once.
 */
export function useListView(inAddress: EventsView | undefined): ListView {
  const remembered = useSyncExternalStore(subscribe, rememberedView, () => undefined)
  if (inAddress === 'map') return 'agenda'
  return inAddress ?? remembered ?? 'cards'
}

export function rememberView(view: ListView): void {
  try {
    pageStorage()?.setItem(KEY, view)
  } catch {
    // The storage is full: the choice lasts as long as the address.
  }
}

function rememberedView(): ListView | undefined {
  try {
    const stored = pageStorage()?.getItem(KEY)
    return isListView(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** It changes by the toggle alone, which changes the address as well. */
function subscribe(): () => void {
  return () => undefined
}
