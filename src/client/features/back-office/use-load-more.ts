import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'

/** Calls `load` when the end of a list comes near; the element to put there is the answer. */
export function useLoadMore(isEnabled: boolean, load: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const onNear = useEffectEvent(load)
  useEffect(() => {
    if (!isEnabled || end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      { rootMargin: '300px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isEnabled])
  return end
}
