// Photos on their way in: uploaded under their hash (`PUT /uploads/{sha256}`) or within a call, rendered, stored, and swept away once
// nothing shows them.

import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { ProblemCode } from '@/domain/validation/problem'
import { bytesOfBase64 } from '@/server/http/bodies/request-bodies'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { Queryable } from '@/server/platform/database/client'
import { PHOTO_REFERENCES } from '@/server/platform/database/events/event-content'
import {
  RendererBusyError,
  mayBePhoto,
  renderPhoto,
  type RenderedPhoto,
} from '@/server/platform/photos/pipeline'
import { removeOldFiles, type FileStore, type PhotoStore } from '@/server/platform/photos/stores/store'
import type { Clock } from '@/server/platform/process/clock'

/**
 * By then an outbox has named what it uploaded, or uploads it again, and a photo without a row belongs to no write that is under way, on
 * whichever server.
 */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
const BUSY_RETRY_SECONDS = 5

interface Upload {
  sha256: string
  /** An Idempotency-Key, or the id of an account. */
  sender: string
}

export type PhotoUploads = ReturnType<typeof createPhotoUploads>

interface UploadDeps {
  db: Queryable
  clock: Clock
  photos: PhotoStore
  uploads: FileStore
}

export function createPhotoUploads({ db, clock, photos, uploads }: UploadDeps) {
  const readUpload = async (name: string) => {
    const bytes = await uploads.read(name)
    // One that the disk has damaged is missing: its sender uploads it again.
    if (bytes === undefined || !name.startsWith(hash('sha256', bytes, 'hex')))
      throw new ApiError('UPLOAD_MISSING')
    return bytes
  }
  return {
    /** Keeps an upload for the write that names it. Throws VALIDATION_FAILED for no JPEG or PNG, or another hash. */
    async receive(upload: Upload, bytes: Uint8Array) {
      if (bytes.length === 0 || !mayBePhoto(bytes)) throw refused('photo_wrong_kind')
      if (hash('sha256', bytes, 'hex') !== upload.sha256) throw refused('photo_broken')
      await uploads.put(fileNameOf(upload), bytes)
    },
    /** The name of an upload of one of these senders. Throws UPLOAD_MISSING when none of them has sent it. */
    async nameOf(sha256: string, senders: readonly string[]) {
      for (const sender of senders) {
        const name = fileNameOf({ sha256, sender })
        if ((await uploads.read(name)) !== undefined) return name
      }
      throw new ApiError('UPLOAD_MISSING')
    },
    /** Throws UPLOAD_MISSING, UNAVAILABLE when too many photos wait, and what `PhotoStore.put` throws. */
    async store(sent: SentPhoto) {
      const bytes = typeof sent === 'string' ? bytesOfBase64(sent) : await readUpload(sent.upload)
      const rendered = bytes === undefined ? BROKEN : await render(bytes)
      return rendered.ok ? { ok: true as const, photo: await photos.put(rendered.photo) } : rendered
    },
    open: (fileName: string) => photos.open(fileName),
    /** Removes uploads that nothing has named, and photos that no row shows, a day after they were put. */
    async sweep(signal?: AbortSignal) {
      const untilMs = clock.nowMs() - ORPHAN_AGE_MS
      await removeOldFiles(uploads, new Date(untilMs))
      const old = (await photos.list()).filter(({ writtenAtMs }) => writtenAtMs < untilMs)
      const names = old.map(({ name }) => name)
      for (const name of await unreferenced(db, names)) {
        if (signal?.aborted === true) return
        await photos.remove(name)
      }
    },
  }
}

/** The sender's UUID stands in the name: a stranger who knows the hash finds nothing. */
function fileNameOf({ sha256, sender }: Upload): string {
  return `${sha256}-${sender}`
}

function refused(code: ProblemCode): ApiError {
  return validationFailed([{ path: 'photo', code }])
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
    where not exists (select 1 from (${sql.raw(PHOTO_REFERENCES)}) shown where shown.name = put.name)`)
  return rows.map(({ name }) => name)
}
