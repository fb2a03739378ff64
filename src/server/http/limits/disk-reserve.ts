import type { StatsFs } from 'node:fs'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { cachedFor } from '@/server/http/caching/response-cache'
import { ApiError } from '@/server/http/errors/errors'
import type { Clock } from '@/server/platform/process/clock'
import type { Log } from '@/server/platform/process/logger'

const MB = 1024 * 1024
/** Room for hours of PostgreSQL's log and for an administrator to come, but no large part of a small disk. */
const MAX_DEFAULT_RESERVE_BYTES = 1024 * MB
const DEFAULT_SHARE = 0.05
/** Asked of the system at most this often: a burst of photos within it is far less than half the reserve. */
const POLL_INTERVAL_MS = 2000
/** Somebody frees space meanwhile; what was sent waits in its sender's outbox. */
const RETRY_AFTER_SECONDS = 300

export type DiskSpace = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>

interface DiskReserveDeps {
  /** The space of the file system that the data is on; without it nothing is refused. */
  space: (() => Promise<DiskSpace>) | undefined
  /** Bytes that are kept free; without it 5 % of the disk and 1 GB at most. */
  reserveBytes: number | undefined
  clock: Clock
  log: Log<'warn'>
}

export type DiskReserve = ReturnType<typeof createDiskReserve>

export function createDiskReserve({ space, reserveBytes, clock, log }: DiskReserveDeps) {
  const read = cachedFor(clock, POLL_INTERVAL_MS, async (): Promise<Overview['storage']['disk']> => {
    const found = await space?.().catch(() => undefined)
    if (found === undefined) return undefined
    const { bavail, blocks, bsize } = found
    const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
    const reserve = reserveBytes ?? Math.min(MAX_DEFAULT_RESERVE_BYTES, totalBytes * DEFAULT_SHARE)
    const state = freeBytes < reserve / 2 ? 'full' : freeBytes < reserve ? 'no-photos' : 'fine'
    const freeMb = Math.round(freeBytes / MB)
    if (state !== 'fine')
      log.warn({ freeMb, state }, 'the disk is almost full: what anonymous clients send is refused')
    const sizes = { free_bytes: freeBytes, total_bytes: totalBytes, reserve_bytes: Math.round(reserve) }
    return { state, ...sizes }
  })
  return {
    /** Undefined where the system does not say. */
    read,
    /** INSUFFICIENT_STORAGE with `Retry-After`: photos below the reserve, visitors' writes below half of it, so that PostgreSQL never stops. */
    async assertRoom({ hasPhoto, isVisitors }: { hasPhoto: boolean; isVisitors: boolean }) {
      if (!hasPhoto && !isVisitors) return
      const { state = 'fine' } = (await read()) ?? {}
      if (state === 'full' || (state === 'no-photos' && hasPhoto))
        throw new ApiError('INSUFFICIENT_STORAGE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
  }
}
