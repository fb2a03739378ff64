import type { Page } from '@playwright/test'

/** The values that are searched for, by a readable name: `{ address: 'ana@example.com' }`. */
export type Traces = Record<string, string>

/** Something that is stored, as text, with the place where it is. */
type StoredText = [place: string, text: string]

/**
 * Searches the storage of the page's origin for traces and returns where they are: 'address in localStorage/auth_user'.
 * It reads names and values of localStorage, sessionStorage, cookies, every IndexedDB database and every cache, bodies
 * and blobs included.
 */
export async function findStored(page: Page, traces: Traces): Promise<string[]> {
  const texts = await page.evaluate(readStorage)
  for (const { name, value } of await page.context().cookies()) texts.push([`cookie/${name}`, value])
  return tracesIn(texts, traces)
}

/** Finds which of these are in what was stored, and where. */
export function tracesIn(stored: readonly StoredText[], traces: Traces): string[] {
  return stored.flatMap(([place, text]) =>
    Object.entries(traces)
      .filter(([, value]) => text.includes(value) || place.includes(value))
      .map(([what]) => `${what} in ${place}`),
  )
}

/* oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the page, which has nothing of this file */
/** Runs in the page: everything that is stored for it to see. */
export async function readStorage(): Promise<StoredText[]> {
  const found: StoredText[] = []
  const decode = (bytes: BufferSource) => new TextDecoder().decode(bytes)

  const textOf = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return decode(await value.arrayBuffer())
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return decode(value as BufferSource)
    if (typeof value !== 'object' || value === null) return String(value)
    const isList = Array.isArray(value) || value instanceof Map || value instanceof Set
    const parts = isList ? [...value] : Object.entries(value).flat()
    return (await Promise.all(parts.map(textOf))).join('\n')
  }
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
    })

  for (const [kind, storage] of Object.entries({ localStorage, sessionStorage }))
    for (const [key, value] of Object.entries(storage)) found.push([`${kind}/${key}`, String(value)])

  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())])
      for (const [index, key] of keys.entries())
        found.push([`${name}/${store}`, `${await textOf(key)}\n${await textOf(values[index])}`])
    }
    database.close()
  }

  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const body = (await cache.match(request))?.blob()
      found.push([`cache ${name}`, `${request.url}\n${await textOf(await body)}`])
    }
  }
  return found
}
