import { randomUUID } from 'node:crypto'
import { nextWeekMail } from '@/domain/time/week-mail-time'
import { atSeconds } from '@/server/platform/database/client'
import type { Database } from '@/server/platform/database/client'
import { jobs } from '@/server/platform/database/schema'
import { nowDate, nowSeconds } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'

/** Enqueues the next week's mail for its Thursday, once for all servers: it leaves though none of them runs at that very minute. */
export async function enqueueWeek(db: Database, clock: Clock): Promise<void> {
  const { week, atSeconds: at } = nextWeekMail(nowSeconds(clock))
  await db
    .insert(jobs)
    .values({
      id: randomUUID(),
      kind: 'week',
      dedupeKey: `week:${week}`,
      payload: { week, at },
      runAt: atSeconds(at),
      createdAt: nowDate(clock),
    })
    .onConflictDoNothing({ target: jobs.dedupeKey })
}
