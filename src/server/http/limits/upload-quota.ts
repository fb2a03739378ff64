import { ApiError } from '@/server/http/errors/api-error'
import type { Networks } from './network-of'

const MB = 1024 * 1024
/** Of uploads that nothing has named, of all together: an outbox names its own within seconds. */
const MAX_BYTES = 512 * MB
/** Of an address, and of the wider networks that it is in: a hostel's whole evening, if none of it could be submitted. */
const MAX_BYTES_OF_NETWORKS = [64 * MB, 128 * MB, 256 * MB]
/** What the smallest one counts as: files have their price, too. */
const LEAST_BYTES = 64 * 1024
/** By then what waits was named, or pushed out by others. */
const RETRY_AFTER_SECONDS = 600

/** Bounds what can be left on the disk without submitting anything. Counts for this process; what it found there has no network. */
export interface UploadQuota {
  /** Throws TOO_MANY_REQUESTS when too much of these networks waits already. */
  assertRoom(networks: Networks): void
  /**
   * Counts an upload, and returns those that have to go for it: the oldest, so that nobody can shut others out by filling the
   * room up. Whoever has lost one uploads it again.
   */
  add(sha256: string, bytes: number, networks?: Networks): string[]
  remove(sha256: string): void
}

/** `maxBytes` is for tests. */
export function createUploadQuota(maxBytes = MAX_BYTES): UploadQuota {
  /** The oldest first. */
  const waiting = new Map<string, { bytes: number; networks: readonly string[] }>()
  const bytesOf = (isCounted: (networks: readonly string[]) => boolean) =>
    [...waiting.values()].reduce((sum, { bytes, networks }) => sum + (isCounted(networks) ? bytes : 0), 0)

  return {
    assertRoom(networks) {
      for (const [level, network] of networks.entries()) {
        const max = MAX_BYTES_OF_NETWORKS[level] ?? maxBytes
        if (bytesOf((theirs) => theirs[level] === network) >= max)
          throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
    },
    add(sha256, bytes, networks = ['']) {
      waiting.delete(sha256)
      waiting.set(sha256, { bytes: Math.max(bytes, LEAST_BYTES), networks })
      let tooMuch = bytesOf(() => true) - maxBytes
      const evicted: string[] = []
      for (const [oldest, { bytes: freed }] of waiting) {
        if (tooMuch <= 0 || oldest === sha256) break
        evicted.push(oldest)
        tooMuch -= freed
      }
      for (const gone of evicted) waiting.delete(gone)
      return evicted
    },
    remove: (sha256) => void waiting.delete(sha256),
  }
}
