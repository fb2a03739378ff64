import { sql } from 'drizzle-orm'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { announced, announcementOn, dayShown } from '@/domain/events/event-state'
import { nextVillageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { stateColumns, statesOf } from '@/server/platform/database/events/state-columns'
import type { StateRow } from '@/server/platform/database/events/state-columns'

const SHOWN = 60

type Row = StateRow & Omit<Overview['today'][number], 'day' | 'state' | 'note' | 'said'>

/** Events that are on until the end of the village's day, by start; those that last longer than three days come last. */
export async function onToday(db: Queryable, nowSeconds: number): Promise<Overview['today']> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select distinct on (s.is_long, s.start_at, e.id) e.id, e.title, e.location_name, e.revision, ${stateColumns},
      floor(extract(epoch from s.start_at))::float8 as start_time,
      floor(extract(epoch from s.end_at))::float8 as end_time, s.is_all_day
    from schedules s join events e on e.id = s.event_id and e.status = 'PUBLISHED'
    where s.end_at > to_timestamp(${nowSeconds}::float8)
      and s.start_at < to_timestamp(${nextVillageMidnight(nowSeconds)}::float8)
    order by s.is_long, s.start_at, e.id, s.end_at limit ${SHOWN}`)
  return rows.map(({ whole_state, whole_note, day_states, ...event }) => {
    const states = statesOf({ whole_state, whole_note, day_states }, nowSeconds)
    const day = dayShown(event, nowSeconds)
    const dayState = states?.days.find((one) => one.day === day)
    return {
      ...event,
      day,
      ...announced(states && announcementOn(states, day)),
      ...(dayState && { said: { state: dayState.state, ...(dayState.note && { note: dayState.note }) } }),
    }
  })
}
