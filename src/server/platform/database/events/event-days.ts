import { sql } from 'drizzle-orm'
import { SITE } from '@/site/site'
import type { Queryable } from '../client'

/** Stores the days of events anew. Call it in every transaction that has written their titles or schedules. */
export async function storeEventDays(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  const ids = sql`${sql.param([...eventIds])}::uuid[]`
  await tx.execute(sql`delete from event_days where event_id = any(${ids})`)
  await tx.execute(sql`
    insert into event_days (event_id, day, title, created_at)
    select distinct e.id, (s.start_at at time zone ${SITE.timeZone})::date, lower(e.title), e.created_at
    from events e join schedules s on s.event_id = e.id where e.id = any(${ids})`)
}
