import { and, eq, gte, isNull, min, sql } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'

/** A job whose server died is claimed again after this time. */
export const LEASE_MS = 2 * 60_000
const FIRST_RETRY_MS = 15_000
const LONGEST_RETRY_MS = 6 * 3_600_000

export interface ClaimedJob {
  id: string
  kind: string
  dedupe_key: string
  payload: unknown
  attempts: number
}

/** Claims one due job of a kind: the same statement puts it off by the lease, so a crash releases it by itself. */
export async function claimJob(
  db: Queryable,
  kind: string,
  minPriority: number,
  now: Date,
): Promise<ClaimedJob | undefined> {
  const lease = new Date(now.getTime() + LEASE_MS)
  const { rows } = await db.execute<ClaimedJob & Record<string, unknown>>(sql`
    update jobs set attempts = attempts + 1, run_at = ${lease.toISOString()}::timestamptz
    where id = (
      select id from jobs
      where kind = ${kind} and priority >= ${minPriority} and done_at is null and run_at <= ${now.toISOString()}::timestamptz
      order by priority desc nulls last, run_at limit 1 for update skip locked
    )
    returning id, kind, dedupe_key, payload, attempts`)
  return rows[0]
}

/**
 * Milliseconds until a job of a kind and at least this priority is due; undefined when there is none. One that another server has
 * claimed is due when its lease ends.
 */
export async function nextDueInMs(
  db: Queryable,
  kind: string,
  minPriority: number,
  now: Date,
): Promise<number | undefined> {
  const [next] = await db
    .select({ runAt: min(jobs.runAt) })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), gte(jobs.priority, minPriority), isNull(jobs.doneAt)))
  return next?.runAt == null ? undefined : next.runAt.getTime() - now.getTime()
}

/** Milliseconds until the next attempt, after so many. */
export function retryAfterMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS)
}
