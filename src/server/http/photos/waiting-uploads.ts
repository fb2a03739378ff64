import { createHash, hash } from 'node:crypto'
import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { openArrivals, openArrivingFile } from '@/server/http/bodies/receive-body'
import type { ArrivingFile } from '@/server/http/bodies/receive-body'
import { validationFailed } from '@/server/http/errors/errors'
import { createUploadQuota } from '@/server/http/limits/upload-quota'
import type { UploadQuota } from '@/server/http/limits/upload-quota'
import type { Networks } from '@/server/http/limits/network-of'
import { mayBePhoto } from '@/server/platform/photos/photo-gate'
import type { Clock } from '@/server/platform/process/clock'
import { uploadNameSchema } from '@/domain/submissions/submission'
import type { Bucket } from '@/server/platform/photos/stores/s3-store'
import { unlessMissing } from '@/server/platform/process/private-data-dir'

/** By then an outbox has named what it uploaded, or uploads it again. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

export interface WaitingUploads {
  has(sha256: string): Promise<boolean>
  /** Returns the number of bytes, and reads none when it is there. Throws VALIDATION_FAILED for no JPEG or PNG, or another hash. */
  receive(sha256: string, chunks: AsyncIterable<Uint8Array>, networks: Networks): Promise<number>
  read(sha256: string): Promise<Buffer | undefined>
  remove(sha256: string): Promise<void>
  sweep(): Promise<void>
}

interface UploadsPlace {
  /** A folder of this machine, where bodies arrive; it is made if need be. */
  dir: string
  files: UploadFiles
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
}

export async function openWaitingUploads(
  { dir, files, clock, log }: UploadsPlace,
  quota: UploadQuota = createUploadQuota(),
): Promise<WaitingUploads> {
  await openArrivals(dir)
  try {
    for (const { sha256, bytes } of await files.list()) await count(sha256, bytes)
  } catch (error) {
    // Storage elsewhere that is away for a while: the next sweep counts again.
    log.warn({ err: error }, 'the uploads that wait could not be counted')
  }

  async function count(sha256: string, size: number, networks?: Networks): Promise<void> {
    for (const evicted of quota.add(sha256, size, networks)) await remove(evicted)
  }

  async function remove(sha256: string): Promise<void> {
    quota.remove(sha256)
    await files.remove(sha256)
  }

  return {
    has: async (sha256) => (await files.find(sha256)) !== undefined,
    async receive(sha256, chunks, networks) {
      const known = await files.find(sha256)
      if (known !== undefined) return known.bytes
      const file = await openArrivingFile(dir)
      try {
        const hashing = createHash('sha256')
        for await (const chunk of chunks) {
          if (file.size === 0 && !mayBePhoto(chunk)) throw refused('photo_wrong_kind')
          hashing.update(chunk)
          await file.append(chunk)
        }
        if (file.size === 0 || hashing.digest('hex') !== sha256) throw refused('photo_broken')
        await files.add(sha256, file)
        await count(sha256, file.size, networks)
        return file.size
      } finally {
        await file.close()
      }
    },
    async read(sha256) {
      const bytes = await files.read(sha256)
      if (bytes === undefined) return undefined
      // A power cut may leave a file whose bytes never reached the disk.
      if (hash('sha256', bytes, 'hex') === sha256) return bytes
      await remove(sha256)
      return undefined
    },
    remove,
    async sweep() {
      const untilMs = clock.nowMs() - LIFETIME_MS
      const found = await files.list()
      quota.retain(new Set(found.map(({ sha256 }) => sha256)))
      for (const { sha256, writtenAtMs } of found) if (writtenAtMs < untilMs) await remove(sha256)
      await openArrivals(dir)
    },
  }
}

function refused(code: 'photo_wrong_kind' | 'photo_broken') {
  return validationFailed([{ path: 'photo', code }])
}

interface UploadFile {
  sha256: string
  bytes: number
  /** Milliseconds since 1970. */
  writtenAtMs: number
}

export interface UploadFiles {
  find(sha256: string): Promise<UploadFile | undefined>
  add(sha256: string, file: ArrivingFile): Promise<void>
  read(sha256: string): Promise<Buffer | undefined>
  remove(sha256: string): Promise<void>
  /** The oldest first. */
  list(): Promise<UploadFile[]>
}

const isName = (text: string) => uploadNameSchema.safeParse(text).success
const oldestFirst = (files: UploadFile[]) => files.toSorted((a, b) => a.writtenAtMs - b.writtenAtMs)

export function diskUploadFiles(dir: string, clock: Clock): UploadFiles {
  const pathOf = (sha256: string) => join(dir, sha256)
  async function find(sha256: string): Promise<UploadFile | undefined> {
    const stats = await unlessMissing(stat(pathOf(sha256)))
    return stats && { sha256, bytes: stats.size, writtenAtMs: stats.mtimeMs }
  }
  return {
    find,
    async add(sha256, file) {
      const now = clock.nowMs() / 1000
      await file.storeAs(pathOf(sha256))
      await utimes(pathOf(sha256), now, now)
    },
    read: (sha256) => unlessMissing(readFile(pathOf(sha256))),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async list() {
      const found = await Promise.all((await readdir(dir)).filter((name) => isName(name)).map(find))
      return oldestFirst(found.filter((file) => file !== undefined))
    },
  }
}

const PREFIX = 'uploads/'
const keyOf = (sha256: string) => `${PREFIX}${sha256}`

/** A bucket is shared by all servers: a submission finds the upload that another server received. */
export function bucketUploadFiles(bucket: Bucket): UploadFiles {
  const list = async (prefix = '') =>
    (await bucket.list(keyOf(prefix)))
      .map(({ key, bytes, modifiedAtMs }) => ({
        sha256: key.slice(PREFIX.length),
        bytes,
        writtenAtMs: modifiedAtMs,
      }))
      .filter(({ sha256 }) => isName(sha256))
  return {
    find: async (sha256) => (await list(sha256))[0],
    add: async (sha256, file) => bucket.put(keyOf(sha256), await file.content(), 'application/octet-stream'),
    async read(sha256) {
      const object = await bucket.open(keyOf(sha256))
      return object && buffer(object.stream)
    },
    remove: (sha256) => bucket.remove(keyOf(sha256)),
    list: async () => oldestFirst(await list()),
  }
}
