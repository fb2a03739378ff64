import { and, eq, isNotNull } from 'drizzle-orm'
import { villageClock } from '@/domain/time/village-time'
import type { Database } from '@/server/platform/database/client'
import { enqueueReading } from '@/server/platform/queue/job-queue'
import { importSources } from '@/server/platform/database/schema'
import { nowDate, nowSeconds } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'

/** The hour by the village's clock when nobody edits, and calendars have their changes of the day. */
const NIGHT_HOUR = 3

/** Enqueues the reading of each calendar that is switched on, once a village day, after three in the night. */
export async function enqueueNightlyImports(db: Database, clock: Clock): Promise<void> {
  const wall = villageClock(nowSeconds(clock))
  if (wall.hour < NIGHT_HOUR) return
  const sources = await db
    .select({ id: importSources.id })
    .from(importSources)
    .where(and(eq(importSources.isNightly, true), isNotNull(importSources.url)))
  for (const { id } of sources)
    await enqueueReading(db, { sourceId: id, day: wall.toPlainDate().toString(), now: nowDate(clock) })
}
