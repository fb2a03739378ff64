import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { uploadNameSchema } from '@/domain/submissions/sent-photo'
import type { ArrivingFile } from '@/server/http/bodies/arriving-file'
import type { Bucket } from '@/server/platform/photos/stores/bucket'
import { unlessMissing } from '@/server/platform/process/system-errors'
import type { Clock } from '@/server/platform/process/clock'

export interface UploadFile {
  sha256: string
  bytes: number
  /** Milliseconds since 1970. */
  writtenAtMs: number
}

/** The files of uploads that wait, each under its SHA-256. */
export interface UploadFiles {
  find(sha256: string): Promise<UploadFile | undefined>
  /** Stores what has arrived. */
  add(sha256: string, file: ArrivingFile): Promise<void>
  read(sha256: string): Promise<Buffer | undefined>
  /** One that is not there is no error. */
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
