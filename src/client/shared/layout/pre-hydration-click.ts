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
    // Pressed during hydration: React finishes it on the spot, then handles the click itself.
    if (window.event?.type === 'click') return
    // In a task of its own: for a click React hydrates at once what is not yet, but not from within an effect.
    setTimeout(() => button?.click())
  }, [])
}
