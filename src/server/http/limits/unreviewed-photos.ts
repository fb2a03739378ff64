import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { events } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'

/** A photo's files have some 0.5 MB, of pure noise 2 MB: together they stay below 2 GB, and are more than anybody reviews. */
const MAX_UNREVIEWED_PHOTOS = 1000
/** By then a reviewer may have made room. */
const RETRY_AFTER_SECONDS = 3600

/** Bounds what the disk can be filled with before anybody has looked at it. */
export interface PhotoQuota {
  /**
   * Throws TOO_MANY_REQUESTS when so many photos wait for a review that no more are taken. Those of visitors and those of
   * accounts each have a share of their own.
   */
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
