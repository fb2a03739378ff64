import { statfs } from 'node:fs/promises'
import { ApiError } from '@/server/http/errors/errors'
import { cachedFor } from '@/server/http/caching/response-cache'
import type { Clock } from '@/server/platform/process/clock'
import type { Log } from '@/server/platform/process/logger'

const MB = 1024 * 1024
/** Room for hours of PostgreSQL's log and for an administrator to come, but no large part of a small disk. */
const MAX_DEFAULT_RESERVE_BYTES = 1024 * MB
const DEFAULT_SHARE = 0.05
/** Asked of the system at most this often: a burst of photos within it is far less than half the reserve. */
const POLL_INTERVAL_MS = 2000
const LOG_INTERVAL_MS = 60_000
/** Somebody frees space meanwhile; what was sent waits in its sender's outbox. */
const RETRY_AFTER_SECONDS = 300

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

interface DiskReserveDeps {
  /** The space of the file system that the data is on; without it nothing is refused. */
  space: (() => Promise<DiskSpace>) | undefined
  /** Bytes that are kept free; without it 5 % of the disk and 1 GB at most. */
  reserveBytes: number | undefined
  clock: Clock
  log: Log<'warn'>
}

interface DiskWrite {
  hasPhoto: boolean
  isVisitors: boolean
}

/** INSUFFICIENT_STORAGE with `Retry-After`: photos below the reserve, visitors' writes below half of it, so that PostgreSQL never stops. */
export type AssertRoom = (write: DiskWrite) => Promise<void>

export function createDiskReserve({ space, reserveBytes, clock, log }: DiskReserveDeps): AssertRoom {
  let loggedAtMs = Number.NEGATIVE_INFINITY
  // A system that does not say is no reason to refuse anything.
  const measure = cachedFor(clock, POLL_INTERVAL_MS, async () => space?.().catch(() => undefined))

  return async ({ hasPhoto, isVisitors }) => {
    if (!hasPhoto && !isVisitors) return
    const found = await measure()
    if (found === undefined) return
    const reserve = reserveOf(found, reserveBytes)
    const refused = blockedWritesOf(found.freeBytes, reserve)
    if (!(hasPhoto ? refused.photos : refused.visitors)) return
    if (clock.nowMs() - loggedAtMs >= LOG_INTERVAL_MS) {
      loggedAtMs = clock.nowMs()
      log.warn(
        { freeMb: Math.round(found.freeBytes / MB), reserveMb: Math.round(reserve / MB) },
        'the disk is almost full: what anonymous clients send is refused until there is room',
      )
    }
    throw new ApiError('INSUFFICIENT_STORAGE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}

export function reserveOf({ totalBytes }: DiskSpace, configured: number | undefined): number {
  return configured ?? Math.min(MAX_DEFAULT_RESERVE_BYTES, totalBytes * DEFAULT_SHARE)
}

/** The writes that are refused with so much room left: photos, or everything that visitors write. */
export function blockedWritesOf(freeBytes: number, reserve: number): { photos: boolean; visitors: boolean } {
  return { photos: freeBytes < reserve, visitors: freeBytes < reserve / 2 }
}

export async function diskSpaceOf(dir: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
