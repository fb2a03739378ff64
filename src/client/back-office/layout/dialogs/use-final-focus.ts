import { useRef } from 'react'
import type { RefObject } from 'react'

/** The heading of the page takes the focus of what is not there any more; here it is made able to, whatever page it is of. */
export function orPageHeading(element: Element | null): HTMLElement | null {
  if (element instanceof HTMLElement && element.isConnected) return element
  const heading = document.querySelector('h1')
  if (heading?.hasAttribute('tabindex') === false) heading.tabIndex = -1
  return heading
}

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
      const element = isRemoved.current ? orPageHeading(target.current) : null
      isRemoved.current = false
      return element
    },
  }
}
