import { useEffect, useEffectEvent, useState, type RefCallback } from 'react'

/** IntersectionObserver: calls `onInView` when an element comes into view, or nearly; returns the `ref` for it. */
export function useInView(isEnabled: boolean, onInView: () => unknown): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const notify = useEffectEvent(onInView)
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
