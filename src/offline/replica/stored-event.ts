import { programmeEventSchema, listTags } from '@/contract/events/events'
import type { ProgrammeEvent, PublicEvent, listEvents, Tag } from '@/contract/events/events'
import { announced } from '@/domain/events/event-state'
import { photoHash } from '@/domain/events/event'
import { datesOf, occurrenceOn } from '@/domain/timetables/recurrence'
import type { CallInput } from '@/contract/endpoint'
import { isQuery } from '@/domain/events/search-words'
import { eveningWindow } from '@/domain/time/local-time'
import type { ProgrammeWindow } from '@/domain/timetables/recurrence'
import { villageMidnight } from '@/domain/time/local-time'
import { systemClock, systemTimers } from '@/offline/platform/deferred'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import type { ApiClient } from '@/offline/api/api-client'
import { withTimeout } from '@/offline/platform/storage-timeout'
import { choiceRecordSchema } from './database'
import type { StoredEvent, ChoiceRecord, ReplicaDatabase } from './database'

export function storedEvent(event: ProgrammeEvent, storedAt: number): StoredEvent {
  const photo = event.photo === undefined ? undefined : photoHash(event.photo)
  return {
    id: event.id,
    event,
    ...(photo === undefined ? {} : { photo }),
    endsAt: endOf(event),
    storedAt,
  }
}

/** End of its last occurrence, stored or of its rule: no sync says that a period has ended. */
export function endOf({ end_time, schedules, recurrence }: ProgrammeEvent): number {
  const ends = [end_time, ...schedules.map((one) => one.end_time)]
  if (recurrence === undefined) return Math.max(...ends)
  const { rule } = recurrence
  const last = datesOf(rule)
    .slice(-1)
    .flatMap((day) => occurrenceOn(day, rule)?.end_time ?? [])
  return Math.max(...ends, ...last)
}

export function readStoredEvent(record: StoredEvent | undefined): ProgrammeEvent | undefined {
  return programmeEventSchema.safeParse(record?.event).data
}

/** A row of a list knows one occurrence: the others and the rule that the device has stay. */
export function mergeFetched(
  known: ProgrammeEvent | undefined,
  fetched: PublicEvent | ProgrammeEvent,
): ProgrammeEvent {
  if ('schedules' in fetched && fetched.schedules.length > 0) return fetched
  const { start_time, end_time, is_all_day } = fetched
  const announcement = announced(fetched)
  const others = (known?.schedules ?? []).filter((schedule) => schedule.start_time !== start_time)
  const schedules = [...others, { start_time, end_time, is_all_day, ...announcement }].toSorted(
    (a, b) => a.start_time - b.start_time || a.end_time - b.end_time,
  )
  return {
    ...fetched,
    schedules,
    ...(known?.rule && { rule: known.rule }),
    ...(known?.organiser && { organiser: known.organiser }),
  }
}

export type ReplicaChoice = Omit<ChoiceRecord, 'key'>

const DEFAULT: ReplicaChoice = { isRemoved: false }

/** A damaged record counts as none. */
export async function readChoice(database: ReplicaDatabase): Promise<ReplicaChoice> {
  return choiceRecordSchema.safeParse(await database.meta.get('choice')).data ?? DEFAULT
}

/** Call it inside a transaction. */
export async function putChoice(database: ReplicaDatabase, change: Partial<ReplicaChoice>): Promise<void> {
  await database.meta.put({ ...(await readChoice(database)), ...change, key: 'choice' })
}

/** Village time, to the last second of the end day (rules 7.3). No start means from now on. */
export function filterWindow(filter: ProgrammeFilter, nowSeconds: number): ProgrammeWindow {
  const { from, to } = chosenWindow(filter)
  return {
    from: from === undefined ? nowSeconds : Math.max(from, nowSeconds),
    now: nowSeconds,
    ...(to === undefined ? {} : { to }),
  }
}

function chosenWindow({ startDate, endDate, evening }: ProgrammeFilter): Partial<ProgrammeWindow> {
  if (evening !== undefined) return eveningWindow(evening)
  return {
    ...(startDate === undefined ? {} : { from: villageMidnight(startDate) }),
    ...(endDate === undefined ? {} : { to: villageMidnight(endDate, 1) - 1 }),
  }
}

/** Where it means 'from now on' the start is left out, so that one cached response serves all. */
export function filterQuery(
  filter: ProgrammeFilter,
  nowSeconds = Math.floor(systemClock.now() / 1000),
): Omit<CallInput<typeof listEvents>['query'], 'page' | 'per_page'> {
  const { from, to } = filterWindow(filter, nowSeconds)
  return {
    ...(filter.tags.length === 0 ? {} : { tags: filter.tags.join(',') }),
    // Signs alone are no words, and filter nothing.
    ...(isQuery(filter.text ?? '') ? { q: filter.text } : {}),
    ...filter.facts,
    ...(filter.place === undefined ? {} : { place: filter.place }),
    ...(filter.organiser === undefined ? {} : { organiser: filter.organiser }),
    ...(from === nowSeconds ? {} : { start_date: timestamp(from) }),
    ...(to === undefined ? {} : { end_date: timestamp(to) }),
    ...(filter.isEachDate ? { each: 'date' as const } : {}),
  }
}

function timestamp(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}

/** For the form without a network. Undefined when the server cannot be reached. Never rejects. */
export async function fetchTags({
  publicApi: api,
  replica,
}: {
  publicApi: ApiClient
  replica: { putTags: (tags: readonly Tag[]) => Promise<void> }
}): Promise<Tag[] | undefined> {
  const response = await api.call(listTags, {})
  if (response.kind !== 'ok') return undefined
  // The form has them also where the device's storage never responds.
  await withTimeout(systemTimers, replica.putTags(response.data.items)).catch(() => undefined)
  return response.data.items
}
