import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'

interface Listed {
  id: string
}

/**
 * Rows that are reviewed or deleted leave the list, and with them the button that had the focus: it goes to the row
 * after them, or before, or to `fallback`. Call `leaving` with the ids as they are sent; a dialog that asked before gets
 * `target` as its final focus.
 */
export function useFocusAfter(
  rows: readonly Listed[],
  list: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): { leaving: (ids: ReadonlySet<string>) => void; target: () => HTMLElement | null } {
  const next = useRef<string | null>(undefined)
  const latest = useRef(rows)

  /** Gives the element that takes the focus next, once. */
  const target = useCallback(() => {
    if (next.current === undefined) return null
    const row = next.current === null ? null : rowOf(list.current, next.current)
    next.current = undefined
    return row?.querySelector<HTMLElement>('a') ?? fallback.current
  }, [list, fallback])
  useEffect(() => {
    latest.current = rows
    const { activeElement, body } = document
    // A dialog that is still open, or a reader who went on, has the focus.
    if (activeElement !== body && activeElement !== null) return
    target()?.focus()
  }, [rows, target])

  const leaving = useCallback((ids: ReadonlySet<string>) => {
    const last = latest.current.findLastIndex(({ id }) => ids.has(id))
    const after = latest.current.slice(last + 1).find(({ id }) => !ids.has(id))
    const before = latest.current.slice(0, last).findLast(({ id }) => !ids.has(id))
    next.current = (after ?? before)?.id ?? null
  }, [])
  return { leaving, target }
}

/** The row of an event in a list, by its id. */
export function rowOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`) ?? null
}
