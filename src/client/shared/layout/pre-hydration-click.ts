import { useEffect } from 'react'

declare global {
  interface Window {
    /** The button that was pressed before hydration; the inline script of index.html stores it. Null afterwards. */
    preHydrationClick?: HTMLElement | null
  }
}

/** Presses that button: the server's page looks ready up to some seconds before a slow phone can respond. */
export function usePreHydrationClick(): void {
  useEffect(() => {
    const button = window.preHydrationClick
    window.preHydrationClick = null
    // It was pressed during hydration: React finishes that on the spot, then handles the click itself.
    if (window.event?.type === 'click') return
    // The click has a task of its own: for a click React hydrates at once what is not yet, but not from within an effect.
    setTimeout(() => button?.click())
  }, [])
}
