import { useEffect, useState } from 'react'

/** True after the first requestIdleCallback: for what the first load must not wait for. */
export function useBrowserIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const settle = () => setIdle(true)
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(settle, 1200)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(settle, { timeout: 3000 })
    return () => window.cancelIdleCallback(handle)
  }, [])
  return isIdle
}
