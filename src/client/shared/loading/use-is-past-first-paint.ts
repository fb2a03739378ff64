import { useDeferredValue, useEffect } from 'react'

/** A cold start in the app shell: nothing is rendered yet, and nobody comes back to where they had scrolled. */
let isColdStart = !import.meta.env.SSR && !('$_TSR' in window) && history.state === null

/**
 * False in the first rendering of a cold start, so that a slow phone paints what is in view before it renders the rest; true at
 * once for whatever is rendered later. What the server rendered is hydrated whole.
 */
export function useIsPastFirstPaint(): boolean {
  useEffect(() => {
    isColdStart = false
  }, [])
  return useDeferredValue(true, !isColdStart)
}
