/** What is selected in a list, by id. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Where a range begins: what was pressed last. */
  anchor: string | undefined
}

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
