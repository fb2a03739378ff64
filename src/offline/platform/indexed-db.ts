import { liveQuery } from 'dexie'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'

export interface DatabaseDeps {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
}

/** Calls `next` now and after each change, also of another tab or the worker; not when the database cannot be read. */
export function subscribeLive<T>(read: () => Promise<T>, next: (found: T) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => subscription.unsubscribe()
}

export function isQuotaError(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError')
}

/** A full disk may give another error than that of the quota: then the browser's estimate of the room decides. */
export async function isFull(cause: unknown): Promise<boolean> {
  if (isQuotaError(cause)) return true
  if (!isStorageError(cause)) return false
  return !(await hasRoom().catch(() => true))
}

async function hasRoom(): Promise<boolean> {
  const { usage, quota } = (await globalThis.navigator?.storage?.estimate?.()) ?? {}
  return usage === undefined || quota === undefined || quota - usage >= MAX_PHOTO_BYTES
}

export async function unlessFull<T>(write: Promise<T>): Promise<T | 'full'> {
  return write.catch(async (error: unknown) => {
    if (!(await isFull(error))) throw error
    return 'full' as const
  })
}

const STORAGE_ERRORS: ReadonlySet<string> = new Set([
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

/** The device's storage is at fault (refused, broken, cleared or full), not a program. */
export function isStorageError(error: unknown): boolean {
  return namesOf(error).some((name) => STORAGE_ERRORS.has(name))
}

/** The names of an error and of its causes: Dexie hides them inside its own errors, of a bulk write in a list. */
function namesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { name, inner, failures, cause } = error as Record<string, unknown>
  const causes = [cause, ...(inner === error ? [] : [inner]), ...(Array.isArray(failures) ? failures : [])]
  return [String(name), ...causes.flatMap(namesOf)]
}
