/** Whether a person wrote the same, however long it took in this tab. */
export function isSameText(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

/** JSON with sorted keys: the order of a form's values is no change of them. */
export function textOf(payload: unknown): string | undefined {
  return JSON.stringify(payload, (key, value: unknown) => {
    if (key === 'filled_in_ms') return undefined
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value
  })
}
