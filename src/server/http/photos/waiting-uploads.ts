import { createHash } from 'node:crypto'
import { readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadNameSchema } from '@/domain/events/sent-photo'
import { openArrivals, openArrivingFile } from '@/server/http/bodies/arriving-file'
import { validationFailed } from '@/server/http/errors/api-error'
import { createUploadQuota } from '@/server/http/limits/upload-quota'
import type { UploadQuota } from '@/server/http/limits/upload-quota'
import type { Networks } from '@/server/http/limits/network-of'
import { mayBePhoto } from '@/server/platform/photos/photo-gate'
import { unlessMissing } from '@/server/platform/photos/picture-files'
import type { Clock } from '@/server/platform/process/clock'

/** By then an outbox has named what it uploaded, or uploads it again. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** Photos that were uploaded and that nothing has named yet: files under their SHA-256, which nobody can read. */
export interface WaitingUploads {
  has(sha256: string): Promise<boolean>
  /**
   * Takes the bytes as they arrive and returns how many there are; of what is there already it reads none. Where too much waits
   * the oldest go. Throws VALIDATION_FAILED for what is no JPEG or PNG or has another hash.
   */
  receive(sha256: string, chunks: AsyncIterable<Uint8Array>, networks: Networks): Promise<number>
  /** Undefined when it is not there any more, or was damaged on the disk. */
  read(sha256: string): Promise<Buffer | undefined>
  /** One that is not there is no error. */
  remove(sha256: string): Promise<void>
  /** Removes what nothing has named for a day. */
  sweep(): Promise<void>
}

/** Opens the folder of the uploads, and makes it if need be. */
export async function openWaitingUploads(
  dir: string,
  clock: Clock,
  quota: UploadQuota = createUploadQuota(),
): Promise<WaitingUploads> {
  await openArrivals(dir)
  const pathOf = (sha256: string) => join(dir, sha256)
  const find = (sha256: string) => unlessMissing(stat(pathOf(sha256)))
  for (const { sha256, size } of await list()) await count(sha256, size)

  /** The oldest first. */
  async function list(): Promise<{ sha256: string; size: number; mtimeMs: number }[]> {
    const names = (await readdir(dir)).filter((name) => uploadNameSchema.safeParse(name).success)
    const found = await Promise.all(
      names.map(async (sha256) => {
        const stats = await find(sha256)
        return stats === undefined ? [] : [{ sha256, size: stats.size, mtimeMs: stats.mtimeMs }]
      }),
    )
    return found.flat().toSorted((a, b) => a.mtimeMs - b.mtimeMs)
  }

  /** Removes those that have to go for it. */
  async function count(sha256: string, size: number, networks?: Networks): Promise<void> {
    for (const evicted of quota.add(sha256, size, networks)) await remove(evicted)
  }

  async function remove(sha256: string): Promise<void> {
    quota.remove(sha256)
    await rm(pathOf(sha256), { force: true })
  }

  return {
    has: async (sha256) => (await find(sha256)) !== undefined,
    async receive(sha256, chunks, networks) {
      const known = await find(sha256)
      if (known !== undefined) return known.size
      const file = await openArrivingFile(dir)
      try {
        const hash = createHash('sha256')
        for await (const chunk of chunks) {
          if (file.size === 0 && !mayBePhoto(chunk)) throw refused('photo_wrong_kind')
          hash.update(chunk)
          await file.append(chunk)
        }
        if (file.size === 0 || hash.digest('hex') !== sha256) throw refused('photo_broken')
        const now = clock.nowMs() / 1000
        await file.keepAs(pathOf(sha256))
        await utimes(pathOf(sha256), now, now)
        await count(sha256, file.size, networks)
        return file.size
      } finally {
        await file.close()
      }
    },
    async read(sha256) {
      const bytes = await unlessMissing(readFile(pathOf(sha256)))
      if (bytes === undefined) return undefined
      // A power cut may leave a file whose bytes never reached the disk.
      if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes
      await remove(sha256)
      return undefined
    },
    remove,
    async sweep() {
      const untilMs = clock.nowMs() - LIFETIME_MS
      const found = await list()
      quota.retain(new Set(found.map(({ sha256 }) => sha256)))
      for (const { sha256, mtimeMs } of found) if (mtimeMs < untilMs) await remove(sha256)
      await openArrivals(dir)
    },
  }
}

function refused(code: 'photo_wrong_kind' | 'photo_broken') {
  return validationFailed([{ path: 'photo', code }])
}
