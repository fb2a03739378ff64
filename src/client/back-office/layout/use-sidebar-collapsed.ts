import { useState } from 'react'
import { pageStorage } from '@/offline/page/page-storage'

const KEY = 'back-office-sidebar'
const COLLAPSED = 'collapsed'

/** Whether the sidebar shows only its icons: remembered by this browser. */
export function useSidebarCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(isStoredCollapsed)
  const toggle = () => {
    setCollapsed(!isCollapsed)
    try {
      if (isCollapsed) pageStorage()?.removeItem(KEY)
      else pageStorage()?.setItem(KEY, COLLAPSED)
    } catch {
      // Full: it lasts until the page is closed.
    }
  }
  return [isCollapsed, toggle]
}

function isStoredCollapsed(): boolean {
  try {
    return pageStorage()?.getItem(KEY) === COLLAPSED
  } catch {
    return false
  }
}
