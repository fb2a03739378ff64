import { useEffect } from 'react'

/** A dialog gives its focus back, and a list to its next row, this soon after the button has gone. */
const SETTLED_MS = 50

/** What is deleted, merged or done takes its button, and the focus, with it, and so does a page that is left: then the heading has it. */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let focused: Element | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined
    }
    const giveOn = () => {
      const heading = document.querySelector('h1')
      if (focused === undefined || focused.isConnected || heading === null) return
      focused = undefined
      if (document.activeElement !== document.body) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      // Keys alone lead from page to page, without anything that had the focus.
      focused ??= document.querySelector('h1') ?? undefined
      if (focused?.isConnected === false) timer = setTimeout(giveOn, SETTLED_MS)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
