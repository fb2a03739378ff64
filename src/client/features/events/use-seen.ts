import { useEffect, useState } from 'react'

/** Calls back when the element comes into view, or nearly; what it returns is the element's `ref`. */
export function useSeen(isWanted: boolean, onSeen: () => unknown) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (element === null || !isWanted) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onSeen()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isWanted, onSeen])
  return setElement
}
