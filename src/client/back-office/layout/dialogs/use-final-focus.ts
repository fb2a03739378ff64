import { useRef } from 'react'
import type { RefObject } from 'react'

/**
 * For dialogs that may remove the row of the button that opened them: the focus then goes to `target` as they close. Spread
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
