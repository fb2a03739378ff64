import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useBrowserIdle } from './use-browser-idle'

/**
 * Lazy loading when the browser is idle: until then, and when the chunk fails to load, nothing is rendered. Not
 * `React.lazy`, which would throw to the error boundary when the chunk fails.
 */
export function loadWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LoadedWhenIdle(props: Props) {
    const isIdle = useBrowserIdle()
    const [Part, setPart] = useState<ComponentType<Props>>()
    useEffect(() => {
      if (!isIdle) return
      let isUnmounted = false
      load()
        .then((part) => isUnmounted || setPart(() => part))
        .catch(() => undefined)
      return () => {
        isUnmounted = true
      }
    }, [isIdle])
    return Part ? <Part {...props} /> : null
  }
}
