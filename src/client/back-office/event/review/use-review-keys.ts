import { useEffect, useEffectEvent } from 'react'

/** What a key does; one that is missing does nothing now. */
export type ReviewKeys = Partial<Record<ReviewKey, () => void>>
export type ReviewKey = 'j' | 'k' | 'a' | 'r' | 'u' | '?'

/**
 * Single keys that review an event. Not while somebody types, in a dialog, or together with a key of the browser's or a screen
 * reader's; and they can be turned off (WCAG 2.1.4).
 */
export function useReviewKeys(keys: ReviewKeys, areOn: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[event.key.toLowerCase() as ReviewKey]
    const isOurs =
      !event.defaultPrevented && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey
    if (action === undefined || !isOurs || isElsewhere(event.target)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!areOn) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areOn])
}

/** Where a letter means something else. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable=true], dialog, [role=dialog], [role=alertdialog]',
    ) !== null
  )
}
