import { useEffect } from 'react'

/** A dialog gives its focus back this soon after the button has gone. */
const SETTLED_MS = 50

/**
 * A row that is reviewed, deleted, merged or done takes its button, and the focus, with it, and so does a page that is left: then the event
 * that comes to its place in the list has it, or else the heading.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let focused: Element | undefined
    /** The event of a list that had the focus last, those below it, and those above it. */
    let events: Element[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined
      const event = focused?.closest('[data-event]')
      if (!event?.parentElement) return
      const all = [...event.parentElement.children]
      const at = all.indexOf(event)
      events = [...all.slice(at), ...all.slice(0, at).toReversed()]
    }
    const giveOn = () => {
      const heading = document.querySelector('h1')
      if (focused === undefined || focused.isConnected || heading === null) return
      focused = undefined
      if (document.activeElement !== document.body) return
      const next = events.find((event) => event.isConnected)?.querySelector('a')
      if (next) return next.focus()
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
