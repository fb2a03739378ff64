import { startTransition, useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** How much around the viewport is near: a screen and a half, both ways. */
const MARGIN = '150% 0px'

/**
 * IntersectionObserver: whether an element is in the viewport or near it. What has the focus stays near. `onHeight` gets the
 * element's height (px) as it leaves.
 */
export function useNearViewport(
  element: RefObject<HTMLElement | null>,
  isNearViewportAtFirst: boolean,
  onHeight: (px: number) => void,
): boolean {
  const [isNearViewport, setIsNearViewport] = useState(isNearViewportAtFirst)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        if (!entry.isIntersecting && current.contains(document.activeElement)) return
        if (!entry.isIntersecting) onHeight(entry.boundingClientRect.height)
        startTransition(() => setIsNearViewport(entry.isIntersecting))
      },
      { rootMargin: MARGIN },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, onHeight])
  return isNearViewport
}
