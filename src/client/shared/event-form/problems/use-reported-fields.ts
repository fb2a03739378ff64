import { useRef } from 'react'
import { afterPress } from '@/client/shared/forms/after-press'
import { fieldId } from './field-id'
import type { FormFieldName, FormProblem } from './form-problems'

/**
 * The fields whose errors are shown: those that were wrong at the last submit, and those that were left since. A field that has
 * only just appeared is no error before anybody has been in it.
 */
export function useReportedFields() {
  // The ids of the fields; undefined means all of them.
  const reported = useRef<Set<string>>(undefined)
  return {
    has: (field: FormFieldName) => reported.current?.has(fieldId(field)) ?? true,
    /** Every field is validated from now on, as at a submit. */
    all() {
      reported.current = undefined
    },
    /** The errors that a refused submit has shown. */
    only(problems: readonly FormProblem[]) {
      reported.current = new Set(problems.map(({ field }) => fieldId(field)))
    },
    /** The focus has left a control: its errors, and those of the groups that it is in, are shown from now on. */
    leave(control: Element, validate: () => void) {
      const before = reported.current
      if (before === undefined) return
      const { size } = before
      for (let at: Element | null = control; at !== null; at = at.parentElement)
        if (at.id !== '') before.add(at.id)
      if (before.size > size) afterPress(validate)
    },
  }
}
