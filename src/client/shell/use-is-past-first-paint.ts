import { useDeferredValue, useEffect } from 'react'

/** A cold start in the app shell: nothing is rendered yet, and nobody comes back to where they had scrolled. */
let isColdStart =
  typeof window !== 'undefined' &&
  !('$_TSR' in window) &&
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'navigate'

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
