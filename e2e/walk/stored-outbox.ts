import type { Page } from '@playwright/test'

/** An entry as it lies in IndexedDB, without its photo. */
export interface StoredEntry {
  id: string
  text: string
  owner: string | null
  state: string
  hasPhoto: boolean
  receipt: string | undefined
  error: string | undefined
}

/** A half-written form. */
export interface StoredDraft {
  text: string
  /** The form's slot: 'event/new', 'message/new', and others. */
  form: string
  owner: string | null
}

export interface StoredOutbox {
  entries: StoredEntry[]
  /** The last written first. */
  drafts: StoredDraft[]
}

/** Reads the outbox and the drafts on the device's disk. A page that a new version reloads meanwhile is read again. */
export async function readStoredOutbox(page: Page): Promise<StoredOutbox> {
  try {
    return await page.evaluate(readOutbox)
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error
    await page.waitForLoadState()
    return readStoredOutbox(page)
  }
}

/** The photos on the device's disk, the smallest first. */
export async function readStoredPhotos(page: Page): Promise<Buffer[]> {
  const photos = await page.evaluate(readPhotos)
  return photos.map((latin1) => Buffer.from(latin1, 'latin1')).toSorted((a, b) => a.length - b.length)
}

/* oxlint-disable unicorn/consistent-function-scoping -- the functions are sent to the page, which has nothing of this file */

/** Runs in the page. */
export async function readOutbox(): Promise<StoredOutbox> {
  const NAME = 'ericeira-outbox'
  type Row = Record<string, unknown> & { payload?: Record<string, unknown> }
  const inStorage = Object.entries(localStorage)
    .filter(([key]) => key.startsWith('ericeira-draft/'))
    .map(([, value]) => JSON.parse(value as string) as Row)
  /** As a form offers them: the newer of storage and database, and nothing that was submitted. */
  const draftsOf = (inDatabase: Row[], submitted: ReadonlySet<string>) => {
    const newest = new Map<string, Row>()
    for (const row of [...inStorage, ...inDatabase]) {
      const before = newest.get(String(row['token']))
      if (before === undefined || Number(before['edits']) < Number(row['edits']))
        newest.set(String(row['token']), row)
    }
    return [...newest.values()]
      .filter((row) => !submitted.has(String(row['token'])))
      .toSorted((one, other) => Number(other['writtenAt']) - Number(one['writtenAt']))
      .flatMap(({ slot, owner, content }) => {
        const form = content as Record<string, unknown>
        const values = (form['values'] ?? form) as Record<string, unknown>
        const text = values['title'] ?? values['message']
        return typeof text === 'string' ? [{ text, form: String(slot), owner: owner as string | null }] : []
      })
  }
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === NAME)) return { entries: [], drafts: draftsOf([], new Set()) }
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
    })
  const database = await done(indexedDB.open(NAME))
  try {
    if (!database.objectStoreNames.contains('entries'))
      return { entries: [], drafts: draftsOf([], new Set()) }
    const reading = database.transaction(['entries', 'photos', 'drafts'])
    const rows = (await done(reading.objectStore('entries').getAll())) as Row[]
    const drafts = (await done(reading.objectStore('drafts').getAll())) as Row[]
    const photos = new Set(await done(reading.objectStore('photos').getAllKeys()))
    const textOf = (row: Row) => String(row.payload?.['title'] ?? row.payload?.['message'] ?? '')
    return {
      entries: rows.map((row) => ({
        id: String(row['id']),
        text: textOf(row),
        owner: (row['owner'] as string | null) ?? null,
        state: String(row['state']),
        hasPhoto: photos.has(String(row['id'])),
        receipt: (row['receipt'] as { id: string } | undefined)?.id,
        error: (row['lastError'] as { code?: string } | undefined)?.code,
      })),
      drafts: draftsOf(drafts, new Set(rows.map(({ id }) => String(id)))),
    }
  } finally {
    database.close()
  }
}

/** Runs in the page: each as latin1. */
async function readPhotos(): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('ericeira-outbox')
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
  const reading = database.transaction('photos').objectStore('photos').getAll()
  const rows = await new Promise<{ bytes: ArrayBuffer }[]>((resolve) =>
    reading.addEventListener('success', () => resolve(reading.result)),
  )
  database.close()
  return rows.map(({ bytes }) =>
    Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''),
  )
}
