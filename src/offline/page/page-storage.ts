/** `localStorage`. Where storage is forbidden, even access to it throws: then undefined. */
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
