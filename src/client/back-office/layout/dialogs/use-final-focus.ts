import { useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Moves the focus to `target` when a dialog closes that may have removed the row of the button that opened it. Spread
 * `finalFocus` on the dialog, and call `markRemoved` before it closes.
 */
export function useFinalFocus(target: RefObject<HTMLElement | null>) {
  const isRemoved = useRef(false)
  return {
    markRemoved: () => {
      isRemoved.current = true
    },
    finalFocus: () => {
      const element = isRemoved.current ? target.current : null
      isRemoved.current = false
      return element
    },
  }
}
