import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { ProblemCode } from '@/domain/validation/problem'
import type { Queryable } from '@/server/platform/database/client'
import { photoReferences } from '@/server/platform/database/events/photo-references'
import { RendererBusyError } from '@/server/platform/photos/photo-renderer'
import type { PhotoRenderer, RenderPriority } from '@/server/platform/photos/photo-renderer'
import type { PhotoVariants, RenderedPhoto } from '@/server/platform/photos/rendered-photo'
import type { OpenPicture, PhotoStore, StoredPhoto } from '@/server/platform/photos/stores/store'
import { ApiError } from '@/server/http/errors/errors'
import type { Clock } from '@/server/platform/process/clock'
import type { WaitingUploads } from './waiting-uploads'
import { bytesOfBase64 } from '@/server/http/bodies/receive-body'

/** A photo without a row may belong to a write of another server that is under way: after a put it is spared for so long. */
const ORPHAN_AGE_MS = 60 * 60 * 1000
const BUSY_RETRY_SECONDS = 5

export interface UploadedPhoto extends StoredPhoto {
  /** Called once the write has ended. A photo that nothing refers to is removed. */
  settle(stored: boolean): Promise<void>
}

export type UploadOutcome = { ok: true; photo: UploadedPhoto } | { ok: false; code: ProblemCode }

export interface PhotoUploads {
  /** Throws UPLOAD_MISSING, UNAVAILABLE when too many photos wait, and what `PhotoStore.put` throws. `settle` removes the upload. */
  store(photo: SentPhoto, priority: RenderPriority): Promise<UploadOutcome>
  /** Call after the commit that may have removed the last reference to these: then their files are removed, too. */
  removeUnreferenced(names: readonly string[]): Promise<void>
  open(this: void, fileName: string): Promise<OpenPicture | undefined>
}

export interface SweepablePhotoUploads extends PhotoUploads {
  /**
   * Removes photos that no row references and that no server has put for an hour. Stops between two photos when it is aborted: the
   * next sweep removes the others.
   */
  sweep(clock: Clock, signal?: AbortSignal): Promise<void>
}

/** Brings the pipeline, the store and the database together, so that no photo is stored in part and none is left over. */
export function createPhotoUploads(
  db: Queryable,
  photoStore: PhotoStore,
  renderer: Pick<PhotoRenderer, 'render'>,
  uploads: Pick<WaitingUploads, 'read' | 'remove'>,
): SweepablePhotoUploads {
  /** The renderer says how many may wait; until it is asked, one is in memory. */
  const reading = pLimit(1)
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
    // A photo that could not be removed now is removed by a later sweep; a write must not fail for it.
    removing = remove().catch(() => {})
    return removing
  }

  return {
    open: (fileName) => photoStore.open(fileName),
    async store(sent, priority) {
      const { rendering } = await reading(async () => {
        const bytes = typeof sent === 'string' ? bytesOfBase64(sent) : await uploads.read(sent.upload)
        return { rendering: bytes && render(renderer, bytes, priority) }
      })
      if (rendering === undefined && typeof sent !== 'string') throw new ApiError('UPLOAD_MISSING')
      const rendered = (await rendering) ?? { ok: false, code: 'photo_broken' }
      if (!rendered.ok) return rendered
      await removing
      inFlight += 1
      try {
        const stored = await photoStore.put(rendered.photo)
        return { ok: true, photo: uploaded(stored, rendered.photo, sent) }
      } catch (error) {
        inFlight -= 1
        throw error
      }
    },
    async removeUnreferenced(names) {
      await Promise.all(names.map((name) => removeUnlessReferenced(name)))
    },
    async sweep(clock, signal) {
      const orphans = await unreferenced(db, await photoStore.list())
      // One after the other, so that a submission waits for one removal and not for all. Each is looked up again as it goes.
      for (const name of orphans) {
        if (signal?.aborted === true) return
        await removeUnlessReferenced(name, clock.nowMs() - ORPHAN_AGE_MS)
      }
    },
  }

  function uploaded(stored: StoredPhoto, photo: PhotoVariants, sent: SentPhoto): UploadedPhoto {
    let settled = false
    return {
      ...stored,
      async settle(isStored) {
        if (settled) return
        settled = true
        // Another server may have removed the same photo before it could see this row. From here on it sees it; if
        // the disk is full now, the photo is most likely there all the same.
        if (isStored) await photoStore.put(photo).catch(() => {})
        if (isStored && typeof sent !== 'string') await uploads.remove(sent.upload).catch(() => {})
        inFlight -= 1
        if (!isStored) await removeUnlessReferenced(stored.name)
      },
    }
  }
}

async function render(
  renderer: Pick<PhotoRenderer, 'render'>,
  bytes: Buffer,
  priority: RenderPriority,
): Promise<RenderedPhoto> {
  try {
    return await renderer.render(bytes, priority)
  } catch (error) {
    if (error instanceof RendererBusyError)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS })
    throw error
  }
}

async function isReferenced(db: Queryable, name: string): Promise<boolean> {
  return (await unreferenced(db, [name])).length === 0
}

async function unreferenced(db: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select put.name from unnest(${sql.param(names)}::text[]) as put (name)
    where not exists (select 1 from (${sql.raw(photoReferences())}) shown where shown.name = put.name)`)
  return rows.map(({ name }) => name)
}
