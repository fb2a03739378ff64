/** Where IndexedDB is: the browser's own by default, a fake one in tests. */
export interface DatabaseParts {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
}

/** Whether a write failed because the origin has no room left. */
export function isQuotaError(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError')
}

/** Whether a write may have failed for want of room: a disk that is really full gives Chromium these errors. */
export function mayBeFull(error: unknown): boolean {
  return namesOf(error).some((name) => ['QuotaExceededError', 'DataError', 'UnknownError'].includes(name))
}

const TROUBLE: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'DataError',
  'InvalidStateError',
  'MissingAPIError',
  'NotFoundError',
  'OpenFailedError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'UnknownError',
  'VersionError',
])

/** Whether the device's storage is at fault (refused, broken, cleared or full), not a program. */
export function isStorageTrouble(error: unknown): boolean {
  return namesOf(error).some((name) => TROUBLE.has(name))
}

/** The names of an error and of its causes: Dexie hides them inside its own errors. */
function namesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return [String(name), ...(inner === error ? [] : namesOf(inner))]
}
