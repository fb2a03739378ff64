import { useEffect, useEffectEvent, useState } from 'react'
import type { RefCallback } from 'react'

/** Calls `onSeen` when an element comes into view, or nearly; returns the `ref` to put on it. */
export function useSeen(isEnabled: boolean, onSeen: () => unknown): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const notify = useEffectEvent(onSeen)
  useEffect(() => {
    if (element === null || !isEnabled) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) notify()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isEnabled])
  return setElement
}
