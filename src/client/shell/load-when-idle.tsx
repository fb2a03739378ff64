import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useBrowserIdle } from './use-browser-idle'

/**
 * A part that no first paint waits for: its chunk is fetched when the page has settled, and until then, or when the
 * chunk does not arrive, its place is empty. Not `React.lazy`, which would take the page down with the chunk.
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
