// Photos that were uploaded under their hash and wait for the write that names them. Each belongs to its sender.

import { createHash, hash } from 'node:crypto'
import { validationFailed } from '@/server/http/errors/errors'
import { mayBePhoto } from '@/server/platform/photos/pipeline'
import type { FileStore } from '@/server/platform/photos/stores/store'
import type { Clock } from '@/server/platform/process/clock'

/** By then an outbox has named what it uploaded, or uploads it again. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

export interface WaitingUploads {
  /**
   * Stores the bytes for their sender (an Idempotency-Key or the id of an account), and returns how many they are. Reads
   * all of them, so that nobody learns what is there. Throws VALIDATION_FAILED for no JPEG or PNG, or another hash.
   */
  receive(upload: Upload, chunks: AsyncIterable<Uint8Array>): Promise<number>
  /** The name of an upload of one of these senders; undefined if none of them has sent it. */
  nameOf(sha256: string, senders: readonly string[]): Promise<string | undefined>
  read(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  sweep(): Promise<void>
}

interface Upload {
  sha256: string
  sender: string
}

export function createWaitingUploads(files: FileStore, clock: Clock): WaitingUploads {
  return {
    async receive(upload, chunks) {
      let size = 0
      async function* photo() {
        const hashing = createHash('sha256')
        for await (const chunk of chunks) {
          if (size === 0 && !mayBePhoto(chunk)) throw refused('photo_wrong_kind')
          size += chunk.length
          hashing.update(chunk)
          yield chunk
        }
        if (size === 0 || hashing.digest('hex') !== upload.sha256) throw refused('photo_broken')
      }
      await files.put(fileNameOf(upload), photo())
      return size
    },
    async nameOf(sha256, senders) {
      for (const sender of senders) {
        const found = await files.find(fileNameOf({ sha256, sender }))
        if (found !== undefined) return found.name
      }
      return undefined
    },
    async read(name) {
      const bytes = await files.read(name)
      // One that the disk has damaged is missing: its sender uploads it again.
      return bytes !== undefined && name.startsWith(hash('sha256', bytes, 'hex')) ? bytes : undefined
    },
    remove: (name) => files.remove(name),
    async sweep() {
      const untilMs = clock.nowMs() - LIFETIME_MS
      for (const { name, writtenAtMs } of await files.list())
        if (writtenAtMs < untilMs) await files.remove(name)
    },
  }
}

/** The sender's UUID stands in the name: a stranger who knows the hash finds nothing. */
function fileNameOf({ sha256, sender }: Upload): string {
  return `${sha256}-${sender}`
}

function refused(code: 'photo_wrong_kind' | 'photo_broken') {
  return validationFailed([{ path: 'photo', code }])
}
