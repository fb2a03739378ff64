import { randomUUID } from 'node:crypto'
import { count, eq, gt, sql } from 'drizzle-orm'
import type { WeekLine } from '@/contract/back-office/back-office-week-mail'
import type { Locale } from '@/messages/compiled/runtime.js'
import { lastWeekMail, nextWeekMail } from '@/domain/time/week-mail-time'
import { ApiError } from '@/server/http/errors/api-error'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { WEEK_LINE_LOCK } from '@/server/platform/database/locks'
import { weekLines, weekRequests } from '@/server/platform/database/schema'
import { isGivenUp } from '@/server/platform/queue/given-up'
import { oldestRequest } from './subscriptions'

/** The team's view of the week by mail: numbers and the line, and nobody's address. */
export async function readWeekMail(db: Queryable, nowSeconds: number) {
  const next = nextWeekMail(nowSeconds)
  const last = lastWeekMail(nowSeconds).week
  const { rows } = await db.execute<Record<'confirmed' | 'sent' | 'waiting' | 'failed', number>>(sql`
    select confirmed, sent, waiting, failed from
      (select count(*)::int as confirmed, (count(*) filter (where sent_week = ${last}))::int as sent
        from week_subscribers) subscribers,
      (select (count(*) filter (where done_at is null))::int as waiting,
        (count(*) filter (where ${isGivenUp}))::int as failed
        from jobs where kind = 'week-mail' and split_part(dedupe_key, ':', 3) = ${last}) mails`)
  const { confirmed = 0, ...sent } = rows[0] ?? {}
  const [requests] = await db
    .select({ n: count() })
    .from(weekRequests)
    .where(gt(weekRequests.createdAt, oldestRequest(nowSeconds)))
  const line = await readLine(db, next.week)
  return {
    confirmed,
    unconfirmed: requests?.n ?? 0,
    week: next.week,
    sends_at: next.atSeconds,
    ...(line && { line }),
    last: { week: last, sent: 0, waiting: 0, failed: 0, ...sent },
  }
}

/** The team's line in a language; empty where there is none. */
export async function lineOf(db: Queryable, week: string, locale: Locale): Promise<string> {
  return (await readLine(db, week))?.[locale] ?? ''
}

async function readLine(db: Queryable, week: string): Promise<WeekLine | undefined> {
  const [line] = await db
    .select({ en: weekLines.en, pt: weekLines.pt })
    .from(weekLines)
    .where(eq(weekLines.week, week))
  return line
}

/**
 * Sets the line of a week, or with nothing in either language removes it. Returns its id; undefined where there was nothing to remove.
 * Throws CONFLICT where the stored line is another one than `over`; the same line again is no conflict, as an answer may have been lost.
 */
export async function storeLine(
  tx: Queryable,
  week: string,
  { over, ...line }: WeekLine & { over?: WeekLine | undefined },
  nowSeconds: number,
): Promise<string | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(${WEEK_LINE_LOCK})`)
  const stored = (await readLine(tx, week)) ?? { en: '', pt: '' }
  const isStored = ({ en, pt }: WeekLine) => en === stored.en && pt === stored.pt
  if (over !== undefined && !isStored(over) && !isStored(line)) throw new ApiError('CONFLICT')
  const id = { id: weekLines.id }
  if (line.en === '' && line.pt === '')
    return (await tx.delete(weekLines).where(eq(weekLines.week, week)).returning(id))[0]?.id
  const written = { ...line, updatedAt: atSeconds(nowSeconds) }
  const [set] = await tx
    .insert(weekLines)
    .values({ id: randomUUID(), week, ...written })
    .onConflictDoUpdate({ target: weekLines.week, set: written })
    .returning(id)
  return set?.id
}
