import { useState } from 'react'
import type { Problem } from '@/domain/validation/problem'
import type { Refused, Unreachable } from '@/offline/api/outcome'

/** The server's validation errors, next to the fields that they are about, until those are changed. */
export function useServerErrors<Values extends Record<string, string>>() {
  const [refused, set] = useState<{ values: Values; problems: readonly Problem[] }>()
  /** Whether all of the errors are about fields of this form. */
  function setRefused(failure: Refused | Unreachable | undefined, values?: Values): boolean {
    const problems = failure?.kind === 'refused' && failure.code === 'VALIDATION_FAILED' ? failure.fields : []
    const isShown =
      values !== undefined && problems.length > 0 && problems.every(({ path }) => path in values)
    set(isShown ? { values, problems } : undefined)
    return isShown
  }
  return { refused, setRefused }
}
