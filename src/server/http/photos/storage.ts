import type { DiskState } from '@/contract/back-office/back-office-overview'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import { cachedFor } from '@/server/http/caching/cached-for'
import type { Clock } from '@/server/platform/process/clock'
import { blockedWritesOf, reserveOf } from '@/server/http/limits/disk-reserve'
import type { DiskSpace } from '@/server/http/limits/disk-reserve'

/** It looks at every file. */
const PHOTOS_CACHED_MS = 60_000

export interface Disk {
  state: DiskState
  free_bytes: number
  total_bytes: number
  reserve_bytes: number
}

/** How much room the app takes, and how much there is. */
export interface Storage {
  photoBytes(): Promise<number>
  /** The disk; undefined where the system does not say. */
  disk(): Promise<Disk | undefined>
}

interface StorageDeps {
  photos: Pick<PhotoStore, 'files'>
  space: (() => Promise<DiskSpace>) | undefined
  /** The setting DISK_RESERVE_MB, in bytes. */
  reserveBytes: number | undefined
  clock: Clock
}

export function createStorage({ photos, space, reserveBytes, clock }: StorageDeps): Storage {
  return {
    photoBytes: cachedFor(clock, PHOTOS_CACHED_MS, async () =>
      [...(await photos.files()).values()].reduce((sum, bytes) => sum + bytes, 0),
    ),
    disk: async () => {
      const found = await space?.().catch(() => undefined)
      if (found === undefined) return undefined
      const reserve = reserveOf(found, reserveBytes)
      const refused = blockedWritesOf(found.freeBytes, reserve)
      return {
        state: refused.visitors ? 'full' : refused.photos ? 'no-photos' : 'fine',
        free_bytes: found.freeBytes,
        total_bytes: found.totalBytes,
        reserve_bytes: Math.round(reserve),
      }
    },
  }
}
