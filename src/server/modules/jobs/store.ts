import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'

/** Enqueues a given-up job anew, with all its attempts. Undefined when there is none, or nothing left to do it with. */
export async function retryGivenUp(
  tx: Queryable,
  id: string,
  now: Date,
): Promise<{ kind: string; dedupeKey: string } | undefined> {
  const [job] = await tx
    .update(jobs)
    .set({ doneAt: null, attempts: 0, runAt: now })
    .where(
      and(
        eq(jobs.id, id),
        isNotNull(jobs.doneAt),
        isNotNull(jobs.lastError),
        sql`${jobs.payload} <> '{}'::jsonb`,
      ),
    )
    .returning({ kind: jobs.kind, dedupeKey: jobs.dedupeKey })
  return job
}
