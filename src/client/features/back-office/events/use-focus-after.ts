import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'

interface Listed {
  id: string
}

/**
 * Rows that are reviewed or deleted leave the list, and with them the button that had the focus: it goes to the row
 * after them, or before, or to `fallback`. Call the result with the ids as they are sent.
 */
export function useFocusAfter(
  rows: readonly Listed[],
  list: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): (ids: ReadonlySet<string>) => void {
  const next = useRef<string | null>(undefined)
  const latest = useRef(rows)

  useEffect(() => {
    latest.current = rows
    const { activeElement, body } = document
    // A dialog that is still open, or a reader who went on, has the focus.
    if (next.current === undefined || (activeElement !== body && activeElement !== null)) return
    const row = next.current === null ? null : rowOf(list.current, next.current)
    const target = row?.querySelector<HTMLElement>('a') ?? fallback.current
    next.current = undefined
    target?.focus({ preventScroll: row !== null })
  }, [rows, list, fallback])

  return useCallback((ids) => {
    const last = latest.current.findLastIndex(({ id }) => ids.has(id))
    const after = latest.current.slice(last + 1).find(({ id }) => !ids.has(id))
    const before = latest.current.slice(0, last).findLast(({ id }) => !ids.has(id))
    next.current = (after ?? before)?.id ?? null
  }, [])
}

function rowOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`) ?? null
}
