/** Where IndexedDB is: the browser's own by default, a fake one in tests. */
export interface DatabaseParts {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
}

/** Whether a write failed because the device has no room; Dexie hides the cause inside its own errors. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== error && isQuotaError(inner))
}
