import { useEffect, useEffectEvent } from 'react'

/**
 * Loads chunks once something on the page gets the focus: what a form needs while it is filled in, or later, does not hold up
 * the page. Whoever needs one sooner, or when it could not be loaded, imports it again.
 */
export function useFirstFocus(load: () => Promise<unknown>): void {
  const start = useEffectEvent(() => void load().catch(() => undefined))
  useEffect(() => {
    const onFocus = () => start()
    window.addEventListener('focusin', onFocus, { once: true })
    return () => window.removeEventListener('focusin', onFocus)
  }, [])
}
