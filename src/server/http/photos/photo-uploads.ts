import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { ProblemCode } from '@/domain/validation/problem'
import { bytesOfBase64 } from '@/server/http/bodies/receive-body'
import { ApiError } from '@/server/http/errors/errors'
import type { Queryable } from '@/server/platform/database/client'
import { photoReferences } from '@/server/platform/database/events/event-content'
import {
  RendererBusyError,
  renderPhoto,
  type PhotoVariants,
  type RenderedPhoto,
} from '@/server/platform/photos/pipeline'
import type { OpenPicture, PhotoStore, StoredPhoto } from '@/server/platform/photos/stores/store'
import type { Clock } from '@/server/platform/process/clock'
import type { WaitingUploads } from './waiting-uploads'

/** A photo without a row may belong to a write that is under way, on whichever server. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
const BUSY_RETRY_SECONDS = 5

export interface UploadedPhoto extends StoredPhoto {
  /** Called once the write has ended. A photo that nothing refers to is removed. */
  settle(stored: boolean): Promise<void>
}

export type UploadOutcome = { ok: true; photo: UploadedPhoto } | { ok: false; code: ProblemCode }

export interface PhotoUploads {
  /** Throws UPLOAD_MISSING, UNAVAILABLE when too many photos wait, and what `PhotoStore.put` throws. `settle` removes the upload. */
  store(photo: SentPhoto): Promise<UploadOutcome>
  /** Call after the commit that may have removed the last reference to these: then their files are removed, too. */
  removeUnreferenced(names: readonly string[]): Promise<void>
  open(this: void, fileName: string): Promise<OpenPicture | undefined>
}

export interface SweepablePhotoUploads extends PhotoUploads {
  /** Removes photos that no row references and no server has put for a day. Stops between two when it is aborted. */
  sweep(clock: Clock, signal?: AbortSignal): Promise<void>
}

/** Brings the pipeline, the store and the database together, so that no photo is stored in part and none is left over. */
export function createPhotoUploads(
  db: Queryable,
  photoStore: PhotoStore,
  uploads: Pick<WaitingUploads, 'read' | 'remove'>,
): SweepablePhotoUploads {
  /** Putting waits for removing: a photo that is about to be referenced must not be removed. */
  const changing = pLimit(1)
  /** The photos of writes that have not ended, by name. */
  const underWay: string[] = []

  const remove = (name: string) =>
    changing(async () => {
      if (!underWay.includes(name) && (await unreferenced(db, [name])).length > 0)
        await photoStore.remove(name)
    }).catch(() => {
      // A later sweep removes it; a write must not fail for it.
    })

  return {
    open: (fileName) => photoStore.open(fileName),
    async store(sent) {
      const bytes = typeof sent === 'string' ? bytesOfBase64(sent) : await uploads.read(sent.upload)
      if (bytes === undefined && typeof sent !== 'string') throw new ApiError('UPLOAD_MISSING')
      const rendered = bytes === undefined ? BROKEN : await render(bytes)
      if (!rendered.ok) return rendered
      return changing(async () => {
        const stored = await photoStore.put(rendered.photo)
        underWay.push(stored.name)
        return { ok: true, photo: uploaded(stored, rendered.photo, sent) }
      })
    },
    async removeUnreferenced(names) {
      await Promise.all(names.map(remove))
    },
    async sweep(clock, signal) {
      const untilMs = clock.nowMs() - ORPHAN_AGE_MS
      for (const name of await unreferenced(db, await photoStore.list())) {
        if (signal?.aborted === true) return
        const found = await photoStore.find(name)
        if (found !== undefined && found.writtenAtMs < untilMs) await remove(name)
      }
    },
  }

  function uploaded(stored: StoredPhoto, photo: PhotoVariants, sent: SentPhoto): UploadedPhoto {
    return {
      ...stored,
      async settle(isStored) {
        // Another server may have removed the same photo before it could see this row. From here on it sees it.
        const found = isStored && (await photoStore.find(stored.name).catch(() => undefined))
        if (isStored && !(found && found.isWhole)) await photoStore.put(photo).catch(() => {})
        if (isStored && typeof sent !== 'string') await uploads.remove(sent.upload).catch(() => {})
        underWay.splice(underWay.indexOf(stored.name), 1)
        if (!isStored) await remove(stored.name)
      },
    }
  }
}

const BROKEN = { ok: false, code: 'photo_broken' } as const

async function render(bytes: Buffer): Promise<RenderedPhoto> {
  try {
    return await renderPhoto(bytes)
  } catch (error) {
    if (error instanceof RendererBusyError)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS })
    throw error
  }
}

async function unreferenced(db: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select put.name from unnest(${sql.param(names)}::text[]) as put (name)
    where not exists (select 1 from (${sql.raw(photoReferences())}) shown where shown.name = put.name)`)
  return rows.map(({ name }) => name)
}
