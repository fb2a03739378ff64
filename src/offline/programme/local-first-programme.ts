import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { getEvent, listEvents, listUsedTags } from '@/contract/events/events'
import type { ProgrammeEvent, PublicEvent } from '@/contract/events/events'
import { isPredicted, selectProgramme, upcomingOccurrences } from '@/domain/events/programme'
import { queryWords } from '@/domain/events/search-words'
import { inLanguage, byUse } from '@/domain/tags/tag'
import { ensureTemporal } from '@/domain/time/village-time'
import type { ApiClient, TokenSource } from '@/offline/api/api-client'
import type { Clock } from '@/offline/platform/deferred'
import { deferred } from '@/offline/platform/deferred'
import type { Outcome } from '@/offline/api/next-step'
import type { SyncRecord } from '@/offline/replica/database'
import { filterQuery, filterWindow, endOf } from '@/offline/replica/stored-event'
import type { Replica, ReplicaSnapshot } from '@/offline/replica/replica'
import { FIRST_BYTE_TIMEOUT_MS } from '@/offline/replica/replica-sync'
import { serverTimeMs } from '@/offline/replica/server-time'
import { firstOccurrence } from '@/domain/timetables/recurrence'
import { announced, currentStates, withState } from '@/domain/events/event-state'
import { ProgrammeUnreachable, failureOf } from './programme-reader'
import type {
  EventPage,
  Fetched,
  FetchedEvent,
  ProgrammeFilter,
  ProgrammeReader,
  UsedTag,
} from './programme-reader'

const LATE_RESPONSE_MS = 60_000

interface Pending {
  response: Promise<Outcome<unknown>>
  firstByteTimeout: Promise<undefined>
  lateAt?: number
}

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
  const pending = new Map<string, Pending>()

  /** The response, or 'timeout' without a byte for 4 s. A late response is stored and returned by the next call. */
  async function fetchPublic<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    store: (reply: Reply<E>) => Promise<void> = async () => undefined,
  ): Promise<Outcome<Reply<E>> | 'timeout'> {
    const key = `${endpoint.path} ${JSON.stringify(input)}`
    const known = pending.get(key)
    const isUsable = known !== undefined && clock.now() - (known.lateAt ?? clock.now()) < LATE_RESPONSE_MS
    const request = isUsable ? known : start(endpoint, input, key, store)
    const first = await Promise.race([
      request.response,
      request.firstByteTimeout.then(() => 'timeout' as const),
    ])
    // A late response serves for a while: to fetch it again would only be late again.
    if (first !== 'timeout' && request.lateAt === undefined) pending.delete(key)
    // The key names the endpoint and its input, so the response has that endpoint's shape.
    return first as Outcome<Reply<E>> | 'timeout'
  }

  function start<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    key: string,
    store: (reply: Reply<E>) => Promise<void>,
  ): Pending {
    const firstByteTimeout = deferred<undefined>()
    let isTimedOut = false
    const notify = () => {
      isTimedOut = true
      firstByteTimeout.resolve(undefined)
    }
    const response = api.call(endpoint, input, {
      auth: 'none',
      onFirstByteTimeout: { afterMs: FIRST_BYTE_TIMEOUT_MS, notify },
    })
    const request: Pending = { response, firstByteTimeout: firstByteTimeout.promise }
    pending.set(key, request)
    const settle = async () => {
      const outcome = await response
      if (outcome.kind === 'ok') await store(outcome.data)
      if (!isTimedOut) return
      request.lateAt = clock.now()
      if (outcome.kind === 'ok' || (outcome.kind === 'refused' && isMissing(outcome.status)))
        await replica.touch()
      else pending.delete(key)
    }
    void settle()
    return request
  }

  const nowSeconds = (sync: SyncRecord | undefined) => Math.floor(serverTimeMs(sync, clock.now()) / 1000)

  function inPageLanguage<T extends PublicEvent>(event: T): T {
    return { ...event, tags: event.tags.map((tag) => inLanguage(tag, locale())) }
  }

  function tagsOnDevice({ events, sync, storedAt }: ReplicaSnapshot): Fetched<UsedTag[]> {
    const data = countTags(events, nowSeconds(sync)).map((tag) => inLanguage(tag, locale()))
    return { data, savedAt: sync?.syncedAt ?? storedAt }
  }

  async function listOnDevice(
    { events, sync, storedAt }: ReplicaSnapshot,
    filter: ProgrammeFilter,
    page: number,
    perPage: number,
  ): Promise<Fetched<EventPage>> {
    const window = filterWindow(filter, nowSeconds(sync))
    const { tags, text = '', facts, place, organiser, isEachDate } = filter
    const words = queryWords(text)
    if (events.some((event) => isPredicted(event, window, isEachDate))) await ensureTemporal()
    const query = { tags, words, facts, place, organiser, isEachDate, window, page, perPage }
    const { items, has_more } = selectProgramme(events, query)
    return { data: { items: items.map(inPageLanguage), has_more }, savedAt: sync?.syncedAt ?? storedAt }
  }

  async function eventOnDevice(
    { event, storedAt }: { event: ProgrammeEvent; storedAt: number },
    sync: SyncRecord | undefined,
  ): Promise<FetchedEvent> {
    if (event.recurrence !== undefined) await ensureTemporal()
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
      const response = await fetchPublic(listEvents, { query }, (reply) => replica.upsert(reply.items))
      if (response !== 'timeout' && response.kind === 'ok') return { data: response.data }
      const after = await replica.snapshot()
      const shown = await listOnDevice(after, filter, page, perPage)
      // An event that is missing on an incomplete device may well be in the programme.
      if (!isComplete(after) && shown.data.items.length === 0) throw failureOf(response)
      return isComplete(after) ? shown : { ...shown, data: { ...shown.data, has_more: true } }
    },

    async event(id, token) {
      if (token !== undefined) return linkedEvent(id, token)
      const [stored, sync] = await Promise.all([replica.event(id), replica.sync()])
      if (stored !== undefined && sync?.syncedAt !== undefined) return eventOnDevice(stored, sync)
      const response = await fetchPublic(getEvent, { params: { id }, query: {} }, (event) =>
        replica.upsert([event]),
      )
      if (response !== 'timeout' && response.kind === 'ok') return { data: response.data }
      if (response !== 'timeout' && response.kind === 'refused' && isMissing(response.status)) {
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
      if (response !== 'timeout' && response.kind === 'ok') return { data: response.data.items }
      const after = await replica.snapshot()
      if (after.events.length === 0) throw failureOf(response)
      return tagsOnDevice(after)
    },
  }
}

function isComplete({ sync }: ReplicaSnapshot): boolean {
  return sync?.syncedAt !== undefined
}

function countTags(events: readonly ProgrammeEvent[], nowSeconds: number): UsedTag[] {
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

/** 422: the URL has no valid id. */
function isMissing(status: number): boolean {
  return status === 404 || status === 410 || status === 422
}

/** The event with its occurrences and the times of the next, as the server would respond now; with its last when it is over. */
function asOf({ recurrence, ...stored }: ProgrammeEvent, nowSeconds: number): ProgrammeEvent {
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
