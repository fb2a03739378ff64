/** Where storage is forbidden, even access to `localStorage` throws. */
export function pageStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
