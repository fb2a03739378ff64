import { eq, sql } from 'drizzle-orm'
import type { PhotoVariant } from '@/domain/events/photo'
import type { ProblemCode } from '@/domain/validation/problem'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import { RendererBusyError } from '@/server/platform/photos/photo-renderer'
import type { PhotoRenderer, RenderLane } from '@/server/platform/photos/photo-renderer'
import type { PhotoVariants, RenderedPhoto } from '@/server/platform/photos/rendered-photo'
import { PhotoStoreFullError } from '@/server/platform/photos/store'
import type { PhotoStore, StoredPhoto } from '@/server/platform/photos/store'
import { ApiError } from '@/server/http/errors/api-error'
import type { Clock } from '@/server/platform/process/clock'

/** A photo without a row may belong to a write of another server that is under way: after a put it is spared for so long. */
const ORPHAN_AGE_MS = 60 * 60 * 1000
const FULL_RETRY_SECONDS = 120
const BUSY_RETRY_SECONDS = 5
const DATA_PREFIX = /^data:[\w+.-]+\/[\w+.-]+(?:;[\w=-]+)*;base64,/

/** A photo that is on the disk but in no row yet. */
export interface UploadedPhoto extends StoredPhoto {
  /** Must be called once the write has ended. A photo that nothing refers to is removed. */
  settle(stored: boolean): Promise<void>
}

export type UploadOutcome = { ok: true; photo: UploadedPhoto } | { ok: false; code: ProblemCode }

/** What resources know of photos. */
export interface PhotoUploads {
  /**
   * Validates, re-encodes and stores a photo that came as base64 text, with or without a `data:` prefix (rules 7.3). Throws
   * UNAVAILABLE when too many photos wait, or when there is no room.
   */
  store(base64: string, lane: RenderLane): Promise<UploadOutcome>
  /** Call after the commit that may have removed the last reference to these: then their files are removed, too. */
  removeUnreferenced(names: readonly string[]): Promise<void>
  /** The path of a picture's file. */
  file(name: string, variant: PhotoVariant): string
}

export interface SweepablePhotoUploads extends PhotoUploads {
  /**
   * Removes photos that no event references and that no server has put for an hour. Stops between two photos when it is aborted: the
   * next sweep removes the others.
   */
  sweep(clock: Clock, signal?: AbortSignal): Promise<void>
}

/** Brings the pipeline, the store and the database together, so that no photo is stored in part and none is left over. */
export function createPhotoUploads(
  db: Queryable,
  photoStore: PhotoStore,
  renderer: Pick<PhotoRenderer, 'render'>,
): SweepablePhotoUploads {
  let inFlight = 0
  /** Putting waits for removing: a photo that is about to be referenced must not be removed. */
  let removing: Promise<void> = Promise.resolve()

  /** Photos that were touched after `untilMs`, by whichever server, stay. */
  const removeUnlessReferenced = (name: string, untilMs = Number.POSITIVE_INFINITY) => {
    const before = removing
    const mayRemove = async (touchedAtMs: number) =>
      inFlight === 0 && touchedAtMs <= untilMs && !(await isReferenced(db, name))
    const remove = async () => {
      await before
      await photoStore.remove(name, mayRemove)
    }
    // What could not be removed now is removed by a later sweep; a write must not fail for it.
    removing = remove().catch(() => {})
    return removing
  }

  return {
    file: (name, variant) => photoStore.path(name, variant),
    async store(base64, lane) {
      const bytes = bytesOf(base64)
      if (bytes === undefined) return { ok: false, code: 'photo_broken' }
      const rendered = await render(renderer, bytes, lane)
      if (!rendered.ok) return rendered
      await removing
      inFlight += 1
      try {
        const stored = await put(photoStore, rendered.photo)
        return { ok: true, photo: uploaded(stored, rendered.photo) }
      } catch (error) {
        inFlight -= 1
        throw error
      }
    },
    async removeUnreferenced(names) {
      await Promise.all(names.map((name) => removeUnlessReferenced(name)))
    },
    async sweep(clock, signal) {
      // One after the other, so that a submission waits for one removal and not for all. Each is looked up again as it goes.
      for (const name of await unreferenced(db, await photoStore.list())) {
        if (signal?.aborted === true) return
        await removeUnlessReferenced(name, clock.nowMs() - ORPHAN_AGE_MS)
      }
    },
  }

  function uploaded(stored: StoredPhoto, photo: PhotoVariants): UploadedPhoto {
    let settled = false
    return {
      ...stored,
      async settle(isStored) {
        if (settled) return
        settled = true
        // Another server may have removed the same photo before it could see this row. From here on it sees it; if
        // the disk is full now, the photo is most likely there all the same.
        if (isStored) await photoStore.put(photo).catch(() => {})
        inFlight -= 1
        if (!isStored) await removeUnlessReferenced(stored.name)
      },
    }
  }
}

async function render(
  renderer: Pick<PhotoRenderer, 'render'>,
  bytes: Buffer,
  lane: RenderLane,
): Promise<RenderedPhoto> {
  try {
    return await renderer.render(bytes, lane)
  } catch (error) {
    if (error instanceof RendererBusyError)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS })
    throw error
  }
}

async function put(store: PhotoStore, photo: PhotoVariants): Promise<StoredPhoto> {
  try {
    return await store.put(photo)
  } catch (error) {
    // The sender keeps what they wrote and tries again; somebody frees space meanwhile.
    if (error instanceof PhotoStoreFullError)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: FULL_RETRY_SECONDS })
    throw error
  }
}

async function isReferenced(db: Queryable, name: string): Promise<boolean> {
  const found = await db.select({ id: events.id }).from(events).where(eq(events.photoHash, name)).limit(1)
  return found.length > 0
}

/** Those of the names that no event has, in one query. */
async function unreferenced(db: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(names)}::text[]) name
    where not exists (select 1 from events e where e.photo_hash = name)`)
  return rows.map(({ name }) => name)
}

/** The bytes of base64 text; undefined when it is something else. `Buffer.from` skips what it does not know. */
function bytesOf(base64: string): Buffer | undefined {
  const text = base64.slice(DATA_PREFIX.exec(base64.slice(0, 100))?.[0].length ?? 0).trim()
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  const expected = Math.floor(((text.length - padding) * 3) / 4)
  return bytes.length > 0 && bytes.length === expected ? bytes : undefined
}
