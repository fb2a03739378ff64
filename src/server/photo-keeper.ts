import { eq } from 'drizzle-orm'
import { stat } from 'node:fs/promises'
import type { Queryable } from './database/client'
import { events } from './database/schema'
import { ApiError } from './http/api-error'
import type { Clock } from './http/clock'
import type { KeptPhoto, PhotoKeeper } from './http/photo-keeper'
import { renderPhoto } from './photos/pipeline'
import type { PhotoVariants } from './photos/pipeline'
import { PhotoStoreFullError } from './photos/store'
import type { PhotoStore, StoredPhoto } from './photos/store'

/** A photo without a row may belong to a write of another server that is under way: it is left alone for this long. */
const ORPHAN_AGE_MS = 60 * 60 * 1000
const FULL_RETRY_SECONDS = 120
const DATA_PREFIX = /^data:[\w+.-]+\/[\w+.-]+(?:;[\w=-]+)*;base64,/

export interface SweepingPhotoKeeper extends PhotoKeeper {
  /** Removes photos that no event refers to and that are older than an hour. */
  sweep(clock: Clock): Promise<void>
}

/** Brings the pipeline, the store and the database together, so that no photo is half kept and none is left over. */
export function createPhotoKeeper(db: Queryable, store: PhotoStore): SweepingPhotoKeeper {
  let inFlight = 0
  /** Putting waits for removing: a photo that is about to be referred to must not be taken away. */
  let removing: Promise<void> = Promise.resolve()

  const removeUnreferenced = (names: readonly string[]) => {
    const before = removing
    const remove = async () => {
      await before
      for (const name of names)
        if (inFlight === 0 && !(await isReferenced(db, name))) await store.remove(name)
    }
    // What could not be removed now is removed by a later sweep; a write must not fail for it.
    removing = remove().catch(() => {})
    return removing
  }

  return {
    file: (name, variant) => store.path(name, variant),
    async keep(base64) {
      const bytes = bytesOf(base64)
      if (bytes === undefined) return { ok: false, code: 'photo_broken' }
      const rendered = await renderPhoto(bytes)
      if (!rendered.ok) return rendered
      await removing
      inFlight += 1
      try {
        const stored = await put(store, rendered.photo)
        return { ok: true, photo: kept(stored) }
      } catch (error) {
        inFlight -= 1
        throw error
      }
    },
    forget: removeUnreferenced,
    async sweep(clock) {
      const old: string[] = []
      for (const name of await store.list()) {
        const { mtimeMs } = await stat(store.path(name, 'full')).catch(() => ({
          mtimeMs: Number.POSITIVE_INFINITY,
        }))
        if (clock.nowMs() - mtimeMs > ORPHAN_AGE_MS) old.push(name)
      }
      await removeUnreferenced(old)
    },
  }

  function kept(stored: StoredPhoto): KeptPhoto {
    let settled = false
    return {
      ...stored,
      async settle(isStored) {
        if (settled) return
        settled = true
        inFlight -= 1
        if (!isStored) await removeUnreferenced([stored.name])
      },
    }
  }
}

async function put(store: PhotoStore, photo: PhotoVariants): Promise<StoredPhoto> {
  try {
    return await store.put(photo)
  } catch (error) {
    // The sender keeps what they wrote and tries again; somebody makes room meanwhile.
    if (error instanceof PhotoStoreFullError)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: FULL_RETRY_SECONDS })
    throw error
  }
}

async function isReferenced(db: Queryable, name: string): Promise<boolean> {
  const found = await db.select({ id: events.id }).from(events).where(eq(events.photoHash, name)).limit(1)
  return found.length > 0
}

/** The bytes of base64 text; undefined when it is something else. `Buffer.from` skips what it does not know. */
function bytesOf(base64: string): Buffer | undefined {
  const text = base64.slice(DATA_PREFIX.exec(base64.slice(0, 100))?.[0].length ?? 0).trim()
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  const expected = Math.floor(((text.length - padding) * 3) / 4)
  return bytes.length > 0 && bytes.length === expected ? bytes : undefined
}
