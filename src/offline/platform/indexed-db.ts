import { Dexie, liveQuery } from 'dexie'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'

export interface DatabaseDeps {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
}

export function isQuotaError(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError')
}

/** Errors that another connection may not meet: the browser's storage process was restarted, the disk was busy. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'DataError',
  'InvalidStateError',
  'OpenFailedError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
])

function isTransient(error: unknown): boolean {
  const names = namesOf(error)
  return names.some((name) => TRANSIENT.has(name)) && !names.includes('QuotaExceededError')
}

/** After an error that may pass, with another connection. Not async: Dexie would lose count of the awaits inside a transaction. */
export function withReopen<T>(database: Dexie, work: () => Promise<T>): Promise<T> {
  if (Dexie.currentTransaction !== null) return work()
  return work().catch((error: unknown) => {
    if (!isTransient(error) || database.hasBeenClosed()) throw error
    database.close({ disableAutoOpen: false })
    return work()
  })
}

export type EstimateRoom = () => Promise<StorageEstimate | undefined>

const browserEstimate: EstimateRoom = async () => globalThis.navigator?.storage?.estimate?.()

/** A full disk may give another error than that of the quota: then the browser's estimate of the room decides. */
export async function isFull(error: unknown, estimateRoom = browserEstimate): Promise<boolean> {
  if (isQuotaError(error)) return true
  return isTransient(error) && !(await hasRoom(estimateRoom))
}

export async function unlessFull<T>(write: Promise<T>): Promise<T | 'full'> {
  return write.catch(async (error: unknown) => {
    if (!(await isFull(error))) throw error
    return 'full' as const
  })
}

async function hasRoom(estimateRoom: EstimateRoom): Promise<boolean> {
  const { usage, quota } = (await estimateRoom().catch(() => undefined)) ?? {}
  return usage === undefined || quota === undefined || quota - usage >= MAX_PHOTO_BYTES
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

/** Whether the device's storage is at fault (refused, broken, cleared or full), not a program. */
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

/** Calls `next` now and after each change, also of another tab or the worker; not when the database cannot be read. */
export function subscribeLive<T>(read: () => Promise<T>, next: (found: T) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => subscription.unsubscribe()
}
