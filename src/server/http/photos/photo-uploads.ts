// Photos on their way in: uploaded under their hash (`PUT /uploads/{sha256}`) or within a call, rendered, stored, and swept away once
// nothing shows them.

import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { SentPhoto } from '@/domain/submissions/submission'
import type { ProblemCode } from '@/domain/validation/problem'
import { bytesOfBase64 } from '@/server/http/bodies/request-bodies'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { Queryable } from '@/server/platform/database/client'
import { photoReferences } from '@/server/platform/database/events/event-content'
import {
  RendererBusyError,
  mayBePhoto,
  renderPhoto,
  type RenderedPhoto,
} from '@/server/platform/photos/pipeline'
import {
  removeOldFiles,
  type FileStore,
  type PhotoStore,
  type StoredPhoto,
} from '@/server/platform/photos/stores/store'
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

type UploadOutcome = { ok: true; photo: StoredPhoto } | { ok: false; code: ProblemCode }

export interface PhotoUploads {
  /** Keeps an upload for the write that names it. Throws VALIDATION_FAILED for no JPEG or PNG, or another hash. */
  receive(upload: Upload, bytes: Uint8Array): Promise<void>
  /** The name of an upload of one of these senders. Throws UPLOAD_MISSING when none of them has sent it. */
  nameOf(sha256: string, senders: readonly string[]): Promise<string>
  /** Throws UPLOAD_MISSING, UNAVAILABLE when too many photos wait, and what `PhotoStore.put` throws. */
  store(photo: SentPhoto): Promise<UploadOutcome>
  open(this: void, fileName: string): Promise<Buffer | undefined>
  /** Removes uploads that nothing has named, and photos that no row shows, a day after they were put. */
  sweep(signal?: AbortSignal): Promise<void>
}

interface UploadDeps {
  db: Queryable
  clock: Clock
  photos: PhotoStore
  uploads: FileStore
}

export function createPhotoUploads({ db, clock, photos, uploads }: UploadDeps): PhotoUploads {
  const readUpload = async (name: string) => {
    const bytes = await uploads.read(name)
    // One that the disk has damaged is missing: its sender uploads it again.
    if (bytes === undefined || !name.startsWith(hash('sha256', bytes, 'hex')))
      throw new ApiError('UPLOAD_MISSING')
    return bytes
  }
  return {
    async receive(upload, bytes) {
      if (bytes.length === 0 || !mayBePhoto(bytes)) throw refused('photo_wrong_kind')
      if (hash('sha256', bytes, 'hex') !== upload.sha256) throw refused('photo_broken')
      await uploads.put(fileNameOf(upload), bytes)
    },
    async nameOf(sha256, senders) {
      for (const sender of senders) {
        const name = fileNameOf({ sha256, sender })
        if ((await uploads.read(name)) !== undefined) return name
      }
      throw new ApiError('UPLOAD_MISSING')
    },
    async store(sent) {
      const bytes = typeof sent === 'string' ? bytesOfBase64(sent) : await readUpload(sent.upload)
      const rendered = bytes === undefined ? BROKEN : await render(bytes)
      return rendered.ok ? { ok: true, photo: await photos.put(rendered.photo) } : rendered
    },
    open: (fileName) => photos.open(fileName),
    async sweep(signal) {
      const untilMs = clock.nowMs() - ORPHAN_AGE_MS
      await removeOldFiles(uploads, untilMs)
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
    where not exists (select 1 from (${sql.raw(photoReferences())}) shown where shown.name = put.name)`)
  return rows.map(({ name }) => name)
}
