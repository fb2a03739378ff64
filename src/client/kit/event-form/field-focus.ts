import { useEffect, useState } from 'react'
import type { FormFieldName } from './form-problems'

/** Of the error summary. */
export const SUMMARY_ID = 'event-errors'

/** The id of the control, or of the group, that a problem is at. There is one event form on a page. */
export function fieldId(field: FormFieldName): string {
  return `event-${field.replaceAll(/\W+/g, '-')}`
}

/** Links and price are in the part that can be folded away. */
export function isFolded(field: FormFieldName): boolean {
  return field.startsWith('links') || field === 'price'
}

/** Returns what focuses an element by its id, also one that the same change renders or unfolds. */
export function useFocusById(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>()
  useEffect(() => {
    if (wanted === undefined) return
    // Ark unfolds after an effect of its own.
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(wanted.id)
      element?.focus({ preventScroll: true })
      // In the middle, where neither the header nor the toast covers it; the summary may be taller than the screen.
      element?.scrollIntoView({ block: wanted.id === SUMMARY_ID ? 'start' : 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted])
  return (id) => setWanted({ id })
}
