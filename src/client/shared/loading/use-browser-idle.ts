import { useEffect, useState } from 'react'

/** Calls back once the browser is idle: for what the first load must not wait for. The result takes the call back. */
export function whenIdle(onIdle: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(onIdle, 1200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(onIdle, { timeout: 3000 })
  return () => window.cancelIdleCallback(handle)
}

/** True once the browser has been idle. */
export function useBrowserIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}
