import type { ProgrammeEvent } from '@/contract/events/events'
import { firstOccurrence } from '@/domain/timetables/occurrence'
import { announced, currentStates, withState } from '@/domain/events/event-state'
import { upcomingOccurrences } from '@/domain/events/programme'
import { byUse } from '@/domain/tags/tag'
import type { Outcome } from '@/offline/api/outcome'
import type { UsedTag } from './programme-reader'
import type { ReplicaSnapshot } from '@/offline/replica/replica'
import { endOf } from '@/offline/replica/stored-event'

/** Whether the replica has the whole programme. */
export function isComplete({ sync }: ReplicaSnapshot): boolean {
  return sync?.syncedAt !== undefined
}

/** The tags of what is not over, each with its number of events. */
export function countTags(events: readonly ProgrammeEvent[], nowSeconds: number): UsedTag[] {
  const counts = new Map<string, UsedTag>()
  for (const event of events) {
    // Where a stored occurrence is enough, no rule is computed.
    const isOver = !event.schedules.some((one) => one.end_time > nowSeconds) && endOf(event) <= nowSeconds
    if (isOver) continue
    for (const tag of event.tags) {
      const count = (counts.get(tag.key)?.count ?? 0) + 1
      counts.set(tag.key, { ...tag, count })
    }
  }
  return [...counts.values()].toSorted(byUse)
}

/** Whether a response has data, or says that there is none. */
export function isUseful(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'ok' || (outcome.kind === 'refused' && isMissing(outcome.status))
}

/** 422: the URL has no valid id. */
export function isMissing(status: number): boolean {
  return status === 404 || status === 410 || status === 422
}

/** The event with its occurrences and the times of the next, as the server would respond now; with its last when it is over. */
export function asOf({ recurrence, ...stored }: ProgrammeEvent, nowSeconds: number): ProgrammeEvent {
  const { states: allStates, ...event } = stored
  const schedules = upcomingOccurrences({ ...event, recurrence }, nowSeconds).map((one) =>
    withState(one, allStates, nowSeconds),
  )
  const states = allStates && currentStates(allStates, nowSeconds)
  const next = firstOccurrence(schedules, { from: nowSeconds }) ?? schedules[0]
  if (next === undefined) return stored
  const { state: _, note: __, ...unannounced } = event
  return {
    ...unannounced,
    schedules,
    ...(states && { states }),
    start_time: next.start_time,
    end_time: next.end_time,
    is_all_day: next.is_all_day,
    ...announced(next),
  }
}
