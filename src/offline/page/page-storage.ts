/** `localStorage`; undefined where storage is forbidden, and even access to it throws. */
export function pageStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** `sessionStorage`, which belongs to this tab; undefined where storage is forbidden. */
export function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
