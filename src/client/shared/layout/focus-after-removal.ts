import { useEffect, useRef, type RefObject } from 'react'

/** The `ref` of what replaces the control that was pressed: it takes the focus once it is there, and is read aloud. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** A row that goes takes its button, and the focus, with it: then the heading has it. `count` is how many there are. */
export function useFocusAfterRemoval(heading: RefObject<HTMLElement | null>, count: number): void {
  const countBefore = useRef(count)
  useEffect(() => {
    const isFewer = count < countBefore.current
    countBefore.current = count
    if (isFewer && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [heading, count])
}
