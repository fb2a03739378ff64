import { sql } from 'drizzle-orm'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { OVERDUE_SECONDS, mailHealth } from '@/domain/staff/mail-health'
import type { Queryable } from '@/server/platform/database/client'
import { isGivenUp } from '@/server/platform/queue/given-up'

type Row = Record<'waiting' | 'retrying' | 'failed', number> &
  Record<'oldest_at' | 'late_since' | 'last_sent_at', number | null> & { last_error: string | null }

/** The mails that have not left, and what keeps them. Finished jobs are stored for a month (jobs/maintenance). */
export async function mailQueue(db: Queryable, nowSeconds: number): Promise<Overview['mail']> {
  const { rows } = await db.execute<Row>(sql`
    select
      (count(*) filter (where done_at is null and last_error is null))::int as waiting,
      (count(*) filter (where done_at is null and last_error is not null))::int as retrying,
      (count(*) filter (where ${isGivenUp}))::int as failed,
      floor(extract(epoch from min(created_at) filter (where done_at is null)))::float8 as oldest_at,
      -- What was put off until tomorrow is not late.
      floor(extract(epoch from min(created_at) filter (where done_at is null and
        (last_error is not null or run_at < to_timestamp(${nowSeconds - OVERDUE_SECONDS})))))::float8 as late_since,
      floor(extract(epoch from max(done_at) filter (where last_error is null)))::float8 as last_sent_at,
      -- Of one that is tried again, before those that were given up.
      (array_agg(last_error order by done_at desc nulls first) filter (where last_error is not null and
        (done_at is null or ${isGivenUp})))[1] as last_error
    from jobs where kind in ('mail', 'week-mail')`)
  const row = rows[0]
  return {
    health: mailHealth({
      lateSince: row?.late_since ?? undefined,
      lastSentAt: row?.last_sent_at ?? undefined,
      nowSeconds,
    }),
    waiting: row?.waiting ?? 0,
    retrying: row?.retrying ?? 0,
    failed: row?.failed ?? 0,
    ...(row?.oldest_at == null ? {} : { oldest_at: row.oldest_at }),
    ...(row?.last_error == null ? {} : { last_error: row.last_error }),
  }
}
