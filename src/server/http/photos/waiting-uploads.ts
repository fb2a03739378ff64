import { createHash, hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { openArrivals, openArrivingFile } from '@/server/http/bodies/arriving-file'
import { validationFailed } from '@/server/http/errors/api-error'
import { createUploadQuota } from '@/server/http/limits/upload-quota'
import type { UploadQuota } from '@/server/http/limits/upload-quota'
import type { Networks } from '@/server/http/limits/network-of'
import { mayBePhoto } from '@/server/platform/photos/photo-gate'
import type { Clock } from '@/server/platform/process/clock'
import type { UploadFiles } from './upload-files'

/** By then an outbox has named what it uploaded, or uploads it again. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** Photos that were uploaded and that nothing has named yet, which nobody can read. */
export interface WaitingUploads {
  has(sha256: string): Promise<boolean>
  /**
   * Takes the bytes as they arrive and returns how many there are; of what is there already it reads none. Where too much waits
   * the oldest go. Throws VALIDATION_FAILED for what is no JPEG or PNG or has another hash.
   */
  receive(sha256: string, chunks: AsyncIterable<Uint8Array>, networks: Networks): Promise<number>
  /** Undefined when it is not there any more, or was damaged. */
  read(sha256: string): Promise<Buffer | undefined>
  /** One that is not there is no error. */
  remove(sha256: string): Promise<void>
  /** Removes what nothing has named for a day. */
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

  /** Removes those that have to go for it. */
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
