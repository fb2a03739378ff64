import { useEffect, useRef, type RefObject } from 'react'

/** What goes takes its button, and the focus, with it: then the heading has it. `count` is how much there is. */
export function useFocusAfterRemoval(heading: RefObject<HTMLElement | null>, count: number): void {
  const countBefore = useRef(count)
  useEffect(() => {
    const isFewer = count < countBefore.current
    countBefore.current = count
    if (isFewer && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [heading, count])
}
