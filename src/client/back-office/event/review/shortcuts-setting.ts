import { useState } from 'react'
import { pageStorage } from '@/offline/page/page-storage'

const NAME = 'back-office-shortcuts'

/** Whether single keys review on this device; remembered. */
export function useShortcutsSetting(): [areOn: boolean, set: (areOn: boolean) => void] {
  const [areOn, setOn] = useState(() => read() !== 'off')
  return [
    areOn,
    (next) => {
      setOn(next)
      write(next ? 'on' : 'off')
    },
  ]
}

function read(): string | null {
  try {
    return pageStorage()?.getItem(NAME) ?? null
  } catch {
    return null
  }
}

function write(value: string): void {
  try {
    pageStorage()?.setItem(NAME, value)
  } catch {
    // Full or forbidden: then it holds for this page.
  }
}
