import { eq } from 'drizzle-orm'
import type { Queryable } from './database/client'
import { events } from './database/schema'
import { ApiError } from './http/api-error'
import type { Clock } from './http/clock'
import type { KeptPhoto, PhotoKeeper } from './http/photo-keeper'
import { renderPhoto } from './photos/pipeline'
import type { PhotoVariants } from './photos/pipeline'
import { PhotoStoreFullError } from './photos/store'
import type { PhotoStore, StoredPhoto } from './photos/store'

/** A photo without a row may belong to a write of another server that is under way: after a put it is spared so long. */
const ORPHAN_AGE_MS = 60 * 60 * 1000
const FULL_RETRY_SECONDS = 120
const DATA_PREFIX = /^data:[\w+.-]+\/[\w+.-]+(?:;[\w=-]+)*;base64,/

export interface SweepingPhotoKeeper extends PhotoKeeper {
  /** Removes photos that no event refers to and that no server has put for an hour. */
  sweep(clock: Clock): Promise<void>
}

/** Brings the pipeline, the store and the database together, so that no photo is half kept and none is left over. */
export function createPhotoKeeper(db: Queryable, store: PhotoStore): SweepingPhotoKeeper {
  let inFlight = 0
  /** Putting waits for removing: a photo that is about to be referred to must not be taken away. */
  let removing: Promise<void> = Promise.resolve()

  /** Photos that were touched after `untilMs`, by whichever server, stay. */
  const removeUnreferenced = (name: string, untilMs = Number.POSITIVE_INFINITY) => {
    const before = removing
    const mayGo = async (touchedAtMs: number) =>
      inFlight === 0 && touchedAtMs <= untilMs && !(await isReferenced(db, name))
    const remove = async () => {
      await before
      await store.remove(name, mayGo)
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
        return { ok: true, photo: kept(stored, rendered.photo) }
      } catch (error) {
        inFlight -= 1
        throw error
      }
    },
    async forget(names) {
      await Promise.all(names.map((name) => removeUnreferenced(name)))
    },
    async sweep(clock) {
      // One after the other, so that a submission waits for one removal and not for all.
      for (const name of await store.list()) await removeUnreferenced(name, clock.nowMs() - ORPHAN_AGE_MS)
    },
  }

  function kept(stored: StoredPhoto, photo: PhotoVariants): KeptPhoto {
    let settled = false
    return {
      ...stored,
      async settle(isStored) {
        if (settled) return
        settled = true
        // Another server may have forgotten the same photo before it could see this row. From here on it sees it; if
        // the disk is full now, the photo is most likely there all the same.
        if (isStored) await store.put(photo).catch(() => {})
        inFlight -= 1
        if (!isStored) await removeUnreferenced(stored.name)
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
