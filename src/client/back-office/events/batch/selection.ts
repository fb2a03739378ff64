import { useCallback, useMemo, useReducer } from 'react'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'

/** The selected rows of a list, by id. */
export interface Selection {
  ids: ReadonlySet<string>
  /** The row that was pressed last, where a range begins. */
  anchor: string | undefined
  /** Whether the selection has what is not loaded, too: all that match the filter. */
  isEverything?: boolean
}

export type Press = { id: string; isRange: boolean } | { select: readonly string[] } | 'everything'

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

/** Presses one checkbox. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Presses one checkbox with Shift: all from the anchor to it, in the `order` of the list, become what it becomes.
 */
export function toggleRange(selection: Selection, id: string, order: readonly string[]): Selection {
  const { ids, anchor } = selection
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggle(selection, id)
  const next = new Set(ids)
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (ids.has(id)) next.delete(one)
    else next.add(one)
  return { ids: next, anchor: id }
}

function select(before: Selection, press: Press, order: readonly string[]): Selection {
  if (press === 'everything') return { ids: new Set(order), anchor: undefined, isEverything: true }
  if ('select' in press) return { ids: new Set(press.select), anchor: undefined }
  return press.isRange ? toggleRange(before, press.id, order) : toggle(before, press.id)
}

/** The selection among the loaded events of a list; an event that has left the list is not selected any more. */
export function useSelection(events: readonly BackOfficeEvent[]) {
  const order = useMemo(() => events.map(({ id }) => id), [events])
  const [selection, dispatch] = useReducer(
    (before: Selection, { press, order: now }: { press: Press; order: readonly string[] }) =>
      select(before, press, now),
    NOTHING_SELECTED,
  )
  const isEverything = selection.isEverything === true
  const press = useCallback((now: Press) => dispatch({ press: now, order }), [order])
  const selected = useMemo(
    () => (isEverything ? events : events.filter(({ id }) => selection.ids.has(id))),
    [events, selection, isEverything],
  )
  // An event that is loaded later is selected with the rest.
  const ids = useMemo(() => (isEverything ? new Set(order) : selection.ids), [isEverything, order, selection])
  return { ids, selected, isEverything, press }
}
