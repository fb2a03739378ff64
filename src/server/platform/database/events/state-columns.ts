import { currentStates } from '@/domain/events/event-state'
import type { Announcement, EventState, EventStates } from '@/domain/events/event-state'
import { sql } from 'drizzle-orm'

/** The columns of `StateRow`, of an event named `e`. */
export const stateColumns = sql`
  e.state as whole_state, e.state_note as whole_note, (
    select json_agg(json_build_object('day', d.day, 'state', d.state, 'note', d.note) order by d.day)
    from event_day_states d where d.event_id = e.id
  ) as day_states`

export interface StateRow {
  whole_state: EventState | null
  whole_note: string | null
  day_states: { day: string; state: EventState; note: string | null }[] | null
}

/** The present state of an event; undefined when there is none. */
export function statesOf(row: StateRow, nowSeconds: number): EventStates | undefined {
  const { whole_state: state, whole_note: note, day_states: days } = row
  return currentStates(
    {
      ...(state !== null && { whole: announcement({ state, note }) }),
      days: (days ?? []).map(({ day, ...dayState }) => ({ day, ...announcement(dayState) })),
    },
    nowSeconds,
  )
}

/** A stored announcement: an absent note is null there. */
export function announcement({ state, note }: { state: EventState; note: string | null }): Announcement {
  return { state, ...(note !== null && { note }) }
}
