import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import type { Networks } from './network-of'

const MB = 1024 * 1024
/** The most bytes of all uploads together that nothing has named: an outbox names its own within seconds. */
const MAX_BYTES = 512 * MB
/** The most bytes of an address, and of the wider networks that it is in: a hostel's whole evening, if none of it could be submitted. */
const MAX_BYTES_OF_NETWORKS = [64 * MB, 128 * MB, 256 * MB]
const LEAST_BYTES = 64 * 1024

/** Bounds what can be left on the disk without submitting anything. Counts for this process; what it found there has no network. */
export interface UploadQuota {
  /** Returns those that have to go for it, the oldest: nobody can shut others out, and who has lost one uploads it again. */
  add(sha256: string, bytes: number, networks?: Networks): string[]
  remove(sha256: string): void
  /** An upload that is not among these has gone: another server may have removed it. */
  retain(sha256s: ReadonlySet<string>): void
}

/** `maxBytes` is for tests. */
export function createUploadQuota(maxBytes = MAX_BYTES): UploadQuota {
  /** The oldest first. */
  const waiting = new Map<string, { bytes: number; networks: readonly string[] }>()

  /** Forgets the oldest of those that are counted together until they are few enough, but not the newest. */
  function evict(max: number, isCounted: (networks: readonly string[]) => boolean): string[] {
    const counted = [...waiting].filter(([, { networks }]) => isCounted(networks))
    let tooMuch = counted.reduce((sum, [, { bytes }]) => sum + bytes, 0) - max
    const evicted: string[] = []
    for (const [sha256, { bytes }] of counted.slice(0, -1)) {
      if (tooMuch <= 0) break
      tooMuch -= bytes
      waiting.delete(sha256)
      evicted.push(sha256)
    }
    return evicted
  }

  return {
    add(sha256, bytes, networks) {
      waiting.delete(sha256)
      waiting.set(sha256, { bytes: Math.max(bytes, LEAST_BYTES), networks: networks ?? [] })
      const ofNetworks = (networks ?? []).flatMap((network, level) =>
        evict(MAX_BYTES_OF_NETWORKS[level] ?? maxBytes, (theirs) => theirs[level] === network),
      )
      return [...ofNetworks, ...evict(maxBytes, () => true)]
    },
    remove: (sha256) => void waiting.delete(sha256),
    retain(sha256s) {
      for (const sha256 of waiting.keys()) if (!sha256s.has(sha256)) waiting.delete(sha256)
    },
  }
}

/** A photo's files have some 0.5 MB, of pure noise 2 MB: together they stay below 2 GB, and are more than anybody reviews. */
const MAX_UNREVIEWED_PHOTOS = 1000
/** By then a reviewer may have made room. */
const RETRY_AFTER_SECONDS = 3600

/** Bounds what the disk can be filled with before anybody has looked at it. */
export interface PhotoQuota {
  /** Throws TOO_MANY_REQUESTS when too many wait for a review; visitors and accounts have a share each. */
  assertRoom(of: { isVisitors: boolean }): Promise<void>
}

export function createPhotoQuota(db: Queryable, max = MAX_UNREVIEWED_PHOTOS): PhotoQuota {
  return {
    async assertRoom({ isVisitors }) {
      const waiting = db
        .select({ id: events.id })
        .from(events)
        .where(
          and(
            eq(events.status, 'ON_REVIEW'),
            isVisitors ? isNull(events.userId) : isNotNull(events.userId),
            isNotNull(events.photoHash),
          ),
        )
        .limit(max)
        .as('waiting')
      const [row] = await db.select({ count: count() }).from(waiting)
      if ((row?.count ?? 0) >= max)
        throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
  }
}
