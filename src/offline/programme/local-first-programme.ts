import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import {
  getEvent,
  listEvents,
  listUsedTags,
  type ProgrammeEvent,
  type PublicEvent,
} from '@/contract/events/events'
import { currentStates, withState } from '@/domain/events/event-state'
import { selectProgramme, upcomingOccurrences } from '@/domain/events/programme'
import { isQuery, queryWords } from '@/domain/events/search-words'
import { byUse, inLanguage } from '@/domain/tags/tag'
import { eveningWindow, villageMidnight } from '@/domain/time/local-time'
import { firstOccurrence, type ProgrammeWindow } from '@/domain/timetables/recurrence'
import type { ApiClient, TokenSource } from '@/offline/api/api-client'
import type { Outcome, Unreachable } from '@/offline/api/next-step'
import { deferred, type Clock } from '@/offline/platform/deferred'
import type { Replica, ReplicaSnapshot, SyncRecord } from '@/offline/replica/replica'
import { FIRST_BYTE_TIMEOUT_MS } from '@/offline/replica/replica-sync'
import { serverTimeMs } from '@/offline/replica/server-time'
import { endOf } from '@/offline/replica/stored-event'
import {
  ProgrammeUnreachable,
  atOccurrence,
  failureOf,
  type EventPage,
  type Fetched,
  type FetchedEvent,
  type ProgrammeFilter,
  type ProgrammeReader,
  type UsedTag,
} from './programme-reader'

const TIMEOUT: Unreachable = { kind: 'unreachable', reason: 'timeout' }

/** A complete replica is read and nothing else; before the first sync it is the network, with the device as fallback. */
export function createLocalFirstProgramme(deps: {
  /** A client without tokens of its own: only what everyone may see is stored on the device. */
  api: ApiClient
  /** Those of whoever is signed in, loaded where the programme does not have an event. */
  tokens?: () => Promise<TokenSource>
  replica: Replica
  clock: Clock
  /** The page's language: the replica has the tags in every language. */
  locale: () => string
}): ProgrammeReader {
  const { api, replica, clock, locale } = deps

  /** The response, or 'timeout' without a byte for 4 s. What comes later is stored, and there at the next reading. */
  function fetchPublic<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    store: (reply: Reply<E>) => unknown = () => undefined,
  ): Promise<Outcome<Reply<E>>> {
    const slow = deferred<Unreachable>()
    const onFirstByteTimeout = { afterMs: FIRST_BYTE_TIMEOUT_MS, notify: () => slow.resolve(TIMEOUT) }
    const fetching = api.call(endpoint, input, { auth: 'none', onFirstByteTimeout }).then((outcome) => {
      if (outcome.kind === 'ok') store(outcome.data)
      return outcome
    })
    return Promise.race([fetching, slow.promise])
  }

  const nowSeconds = (sync: SyncRecord | undefined) => Math.floor(serverTimeMs(sync, clock.now()) / 1000)

  function inPageLanguage<T extends PublicEvent>(event: T): T {
    return { ...event, tags: event.tags.map((tag) => inLanguage(tag, locale())) }
  }

  function tagsOnDevice({ events, sync, storedAt }: ReplicaSnapshot): Fetched<UsedTag[]> {
    const data = countTags(events, nowSeconds(sync)).map((tag) => inLanguage(tag, locale()))
    return { data, savedAt: sync?.syncedAt ?? storedAt }
  }

  function listOnDevice(
    { events, sync, storedAt }: ReplicaSnapshot,
    filter: ProgrammeFilter,
    page: number,
    perPage: number,
  ): Fetched<EventPage> {
    const window = filterWindow(filter, nowSeconds(sync))
    const { tags, text = '', facts, place, organiser, isEachDate } = filter
    const words = queryWords(text)
    const query = { tags, words, facts, place, organiser, isEachDate, window, page, perPage }
    const { items, has_more } = selectProgramme(events, query)
    return { data: { items: items.map(inPageLanguage), has_more }, savedAt: sync?.syncedAt ?? storedAt }
  }

  function eventOnDevice(
    { event, storedAt }: { event: ProgrammeEvent; storedAt: number },
    sync: SyncRecord | undefined,
  ): FetchedEvent {
    return {
      data: inPageLanguage(asOf(event, nowSeconds(sync))),
      savedAt: Math.max(storedAt, sync?.syncedAt ?? 0),
    }
  }

  async function privateEvent(id: string): Promise<FetchedEvent | null> {
    const tokens = await deps.tokens?.()
    const token = await tokens?.token()
    if (tokens === undefined || token === undefined || token.kind === 'none') return null
    if (token.kind === 'unreachable') throw new ProgrammeUnreachable()
    const own = await api.call(getEvent, { params: { id }, query: {} }, { auth: tokens })
    if (own.kind === 'ok') return { data: own.data, isPrivate: true }
    if (own.kind === 'unreachable') throw failureOf(own)
    return null
  }

  /** Reads the event in any status: what a sync brings knows published ones only. */
  async function linkedEvent(id: string, token: string): Promise<FetchedEvent | null> {
    const outcome = await api.call(getEvent, { params: { id }, query: { token } }, { auth: 'none' })
    if (outcome.kind === 'ok') return { data: outcome.data, isPrivate: true }
    if (outcome.kind === 'refused' && isMissing(outcome.status)) return null
    throw failureOf(outcome)
  }

  return {
    async list(filter, page, perPage) {
      const before = await replica.snapshot()
      if (isComplete(before)) return listOnDevice(before, filter, page, perPage)
      const query = { ...filterQuery(filter, nowSeconds(before.sync)), page, per_page: perPage }
      const response = await fetchPublic(listEvents, { query }, ({ items }) => replica.upsert(items))
      if (response.kind === 'ok') return { data: response.data }
      const after = await replica.snapshot()
      const shown = listOnDevice(after, filter, page, perPage)
      if (isComplete(after)) return shown
      // An event that is missing on an incomplete device may well be in the programme.
      if (shown.data.items.length === 0) throw failureOf(response)
      return { ...shown, data: { ...shown.data, has_more: true } }
    },

    async event(id, token) {
      if (token !== undefined) return linkedEvent(id, token)
      const [stored, sync] = await Promise.all([replica.event(id), replica.sync()])
      if (stored !== undefined && sync?.syncedAt !== undefined) return eventOnDevice(stored, sync)
      const input = { params: { id }, query: {} }
      const response = await fetchPublic(getEvent, input, (event) => replica.upsert([event]))
      if (response.kind === 'ok') return { data: response.data }
      if (response.kind === 'refused' && isMissing(response.status)) {
        await replica.remove(id)
        return privateEvent(id)
      }
      const after = stored ?? (await replica.event(id))
      if (after === undefined) throw failureOf(response)
      return eventOnDevice(after, sync)
    },

    async usedTags() {
      const before = await replica.snapshot()
      if (isComplete(before)) return tagsOnDevice(before)
      const response = await fetchPublic(listUsedTags, {})
      if (response.kind === 'ok') return { data: response.data.items }
      const after = await replica.snapshot()
      if (after.events.length === 0) throw failureOf(response)
      return tagsOnDevice(after)
    },
  }
}

function isComplete({ sync }: ReplicaSnapshot): boolean {
  return sync?.syncedAt !== undefined
}

/** 422: the URL has no valid id. */
function isMissing(status: number): boolean {
  return status === 404 || status === 410 || status === 422
}

function countTags(events: readonly ProgrammeEvent[], nowSeconds: number): UsedTag[] {
  const counts = new Map<string, UsedTag>()
  for (const event of events) {
    // Where a stored occurrence is enough, no rule is computed.
    const isOver = !event.schedules.some((one) => one.end_time > nowSeconds) && endOf(event) <= nowSeconds
    if (isOver) continue
    for (const tag of event.tags)
      counts.set(tag.key, { ...tag, count: (counts.get(tag.key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted(byUse)
}

/** The event with its occurrences and the times of the next, as the server would respond now; with its last when it is over. */
function asOf({ recurrence, ...stored }: ProgrammeEvent, nowSeconds: number): ProgrammeEvent {
  const { states: allStates, ...event } = stored
  const schedules = upcomingOccurrences({ ...event, recurrence }, nowSeconds).map((one) =>
    withState(one, allStates, nowSeconds),
  )
  const next = firstOccurrence(schedules, { from: nowSeconds }) ?? schedules[0]
  if (next === undefined) return stored
  const states = allStates && currentStates(allStates, nowSeconds)
  return atOccurrence({ ...event, schedules, ...(states && { states }) }, next, nowSeconds)
}

/** Village time, to the last second of the end day (rules 7.3). No start means from now on. */
function filterWindow(filter: ProgrammeFilter, nowSeconds: number): ProgrammeWindow {
  const { startDate, endDate, evening } = filter
  const { from, to } =
    evening === undefined
      ? {
          from: startDate === undefined ? undefined : villageMidnight(startDate),
          to: endDate === undefined ? undefined : villageMidnight(endDate, 1) - 1,
        }
      : eveningWindow(evening)
  return { from: Math.max(from ?? nowSeconds, nowSeconds), now: nowSeconds, ...(to !== undefined && { to }) }
}

/** Where it means 'from now on' the start is left out, so that one cached response serves all. */
export function filterQuery(
  filter: ProgrammeFilter,
  nowSeconds: number,
): Omit<CallInput<typeof listEvents>['query'], 'page' | 'per_page'> {
  const { from, to } = filterWindow(filter, nowSeconds)
  return {
    ...(filter.tags.length > 0 && { tags: filter.tags.join(',') }),
    // Signs alone are no words, and filter nothing.
    ...(isQuery(filter.text ?? '') && { q: filter.text }),
    ...filter.facts,
    ...(filter.place !== undefined && { place: filter.place }),
    ...(filter.organiser !== undefined && { organiser: filter.organiser }),
    ...(from !== nowSeconds && { start_date: timestamp(from) }),
    ...(to !== undefined && { end_date: timestamp(to) }),
    ...(filter.isEachDate && { each: 'date' as const }),
  }
}

function timestamp(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}
