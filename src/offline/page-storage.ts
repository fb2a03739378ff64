/** `localStorage` as far as it is used. The worker has none, and some browsers forbid it: then calls throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Where storage is forbidden, even access to `localStorage` throws. */
export function pageStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
