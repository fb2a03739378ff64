import { useEffect, useState } from 'react'
import { toast } from '@/client/shared/notifications/toast'
import * as m from '@/messages/compiled/messages.js'
import { SUMMARY_ID, fieldId } from './field-id'
import { formProblemLines } from './form-problem-lines'
import type { FormFieldName, FormProblem } from './form-problems'

/** How a refused submit is shown: a toast (rules 8), a summary that stays, and the focus where one goes on. */
export function useShownProblems() {
  const [isMoreOpen, setMoreOpen] = useState(false)
  const [hasSummary, setSummary] = useState(false)
  const focusById = useFocusById()
  const goTo = (field: FormFieldName) => {
    if (isFolded(field)) setMoreOpen(true)
    focusById(fieldId(field))
  }
  return {
    hasSummary,
    /** The part that can be folded away. */
    isMoreOpen,
    setMoreOpen,
    goTo,
    show(problems: readonly FormProblem[]) {
      const [first, second] = problems
      if (problems.some(({ field }) => isFolded(field))) setMoreOpen(true)
      setSummary(true)
      toast.error(m.form_invalid_title(), {
        description: [m.form_invalid_intro(), ...formProblemLines(problems)].join('\n• '),
        // The summary has them all, and is right below.
        isBrief: second !== undefined,
        durationMs: 5000,
      })
      // A single error is corrected at once; several are read first.
      if (first !== undefined && second === undefined) goTo(first.field)
      else focusById(SUMMARY_ID)
    },
  }
}

/** Whether a field is in the part that can be folded away, as links and price are. */
function isFolded(field: FormFieldName): boolean {
  return field.startsWith('links') || field === 'price'
}

/** Returns what focuses an element by its id, also one that the same change renders or unfolds. */
function useFocusById(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>()
  useEffect(() => {
    if (wanted === undefined) return
    // Ark unfolds after an effect of its own.
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(wanted.id)
      element?.focus({ preventScroll: true })
      // It comes to the middle, where neither the header nor the toast covers it; the summary may be taller than the screen.
      element?.scrollIntoView({ block: wanted.id === SUMMARY_ID ? 'start' : 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted])
  return (id) => setWanted({ id })
}
