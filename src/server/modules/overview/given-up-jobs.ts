import { desc, sql } from 'drizzle-orm'
import type { GivenUpJob } from '@/contract/back-office/back-office-jobs'
import { jobName } from '@/domain/staff/jobs'
import { secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'
import { isGivenUp } from '@/server/platform/queue/given-up'

const SHOWN = 20

/** Jobs that were tried for the last time and did not succeed, the latest first; stored for a month (jobs/maintenance). */
export async function givenUpJobs(db: Queryable): Promise<GivenUpJob[]> {
  const { id, kind, dedupeKey, lastError, attempts, doneAt, payload } = jobs
  const rows = await db
    .select({
      id,
      kind,
      dedupeKey,
      error: lastError,
      attempts,
      doneAt,
      canRetry: sql<boolean>`${payload} <> '{}'::jsonb`,
    })
    .from(jobs)
    .where(isGivenUp)
    .orderBy(desc(doneAt), id)
    .limit(SHOWN)
  return rows.flatMap((row) => {
    const name = jobName(row.kind, row.dedupeKey)
    if (name === undefined || row.error === null || row.doneAt === null) return []
    return [
      {
        id: row.id,
        name,
        error: row.error,
        attempts: row.attempts,
        given_up_at: secondsOf(row.doneAt),
        can_retry: row.canRetry,
      },
    ]
  })
}
