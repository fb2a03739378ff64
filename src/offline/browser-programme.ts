import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { getEvent, listEvents, listUsedTags, type ProgrammeEvent } from '@/contract/events'
import { firstOccurrence, selectProgramme } from '@/domain/programme'
import { ensureTemporal } from '@/domain/temporal'
import type { ApiClient, TokenSource } from './api-client'
import type { Clock } from './clock'
import { createLateAnswers } from './late-answers'
import type { Outcome } from './outcome'
import type { EventPage, Found, ProgrammeFilter, ProgrammeSource, Shown, UsedTag } from './programme-source'
import { filterQuery, filterWindow, hasDays } from './replica/filter-query'
import type { Replica } from './replica/replica'
import { countUsedTags } from './replica/used-tags'

/** Without a byte for this long, what is on the device is shown (decisions, 'Offline'). */
const FIRST_BYTE_MS = 4000

export interface BrowserProgrammeParts {
  /** A client without tokens of its own: only what everyone may see is kept on the device. */
  api: ApiClient
  /** For the owner's look at an event that is not published. */
  tokens?: TokenSource
  replica: Replica
  clock: Clock
}

/** The programme for a page in a browser: the network with the device behind it. */
export function createBrowserProgramme(parts: BrowserProgrammeParts): ProgrammeSource {
  const { api, replica, clock } = parts
  const late = createLateAnswers(clock)
  const listeners = new Set<() => void>()
  const nowSeconds = () => Math.floor(clock.now() / 1000)
  const tell = () => {
    for (const listener of listeners) listener()
  }

  async function localList(
    filter: ProgrammeFilter,
    page: number,
    perPage: number,
  ): Promise<Shown<EventPage> | undefined> {
    const kept = await replica.events()
    const programme = await replica.programme()
    if (kept.length === 0 && programme === undefined) return undefined
    if (hasDays(filter)) await ensureTemporal()
    const window = filterWindow(filter, nowSeconds())
    const events = kept.map(({ event }) => event)
    const data = selectProgramme(events, { tags: filter.tags, window, page, perPage })
    const oldest = Math.min(...kept.map(({ keptAt }) => keptAt))
    return { data, savedAt: programme?.syncedAt ?? oldest }
  }

  async function localEvent(id: string): Promise<Shown<ProgrammeEvent> | undefined> {
    const kept = await replica.event(id)
    if (kept === undefined) return undefined
    const syncedAt = (await replica.programme())?.syncedAt ?? 0
    return { data: asOf(kept.event, nowSeconds()), savedAt: Math.max(kept.keptAt, syncedAt) }
  }

  async function localUsedTags(): Promise<Shown<UsedTag[]> | undefined> {
    const programme = await replica.programme()
    const stored = await replica.usedTags()
    if (stored !== undefined && stored.keptAt >= (programme?.syncedAt ?? 0))
      return { data: stored.tags, savedAt: stored.keptAt }
    const kept = await replica.events()
    if (kept.length === 0) return undefined
    const events = kept.map(({ event }) => event)
    return { data: countUsedTags(events, nowSeconds()), savedAt: programme?.syncedAt }
  }

  /**
   * Asks the network and keeps what it says. An answer that comes too late for this call is kept too, is there at the
   * next, and the page is told.
   */
  async function ask<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    keep: (reply: Reply<E>) => Promise<void>,
  ): Promise<Outcome<Reply<E>>> {
    const key = `${endpoint.name} ${JSON.stringify(input)}`
    const waiting = late.take<Reply<E>>(key)
    if (waiting !== undefined) return waiting
    const outcome = await api.call(endpoint, input, {
      auth: 'none',
      firstByteMs: FIRST_BYTE_MS,
      late(answer) {
        if (answer.kind === 'unreachable') return
        // It has passed the same schema as an answer in time.
        if (answer.kind === 'ok') void keep(answer.data as Reply<E>)
        late.put(key, answer)
        tell()
      },
    })
    if (outcome.kind === 'ok') void keep(outcome.data)
    return outcome
  }

  async function asOwner(id: string): Promise<Found<ProgrammeEvent>> {
    const token = await parts.tokens?.token()
    if (parts.tokens === undefined || token?.kind !== 'token') return { kind: 'missing' }
    const own = await api.call(getEvent, { params: { id } }, { auth: parts.tokens })
    return own.kind === 'ok' ? found(own.data) : { kind: 'missing' }
  }

  return {
    async list(filter, page, perPage) {
      if (hasDays(filter)) await ensureTemporal()
      const query = { ...filterQuery(filter, nowSeconds()), page, per_page: perPage }
      const outcome = await ask(listEvents, { query }, (reply) => replica.keep(reply.items))
      return outcome.kind === 'ok' ? found(outcome.data) : fromDevice(await localList(filter, page, perPage))
    },
    async event(id) {
      const outcome = await ask(getEvent, { params: { id } }, (event) => replica.keep([event]))
      if (outcome.kind === 'ok') return found(outcome.data)
      if (outcome.kind === 'unreachable' || !isMissing(outcome.status))
        return fromDevice(await localEvent(id))
      await replica.remove(id)
      return asOwner(id)
    },
    async usedTags() {
      const outcome = await ask(listUsedTags, {}, (reply) => replica.keepUsedTags(reply.items))
      return outcome.kind === 'ok' ? found(outcome.data.items) : fromDevice(await localUsedTags())
    },
    localList,
    localEvent,
    localUsedTags,
    keep: (events) => replica.keep(events),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function found<T>(data: T): Found<T> {
  return { kind: 'found', shown: { data } }
}

function fromDevice<T>(shown: Shown<T> | undefined): Found<T> {
  return shown === undefined ? { kind: 'unreachable' } : { kind: 'found', shown }
}

/** 422: what stands in the address is no id at all. */
function isMissing(status: number): boolean {
  return status === 404 || status === 410 || status === 422
}

/** With the times of its next occurrence, as the server would answer now; those of the past ones when it is over. */
function asOf(event: ProgrammeEvent, nowSeconds: number): ProgrammeEvent {
  const next = firstOccurrence(event.schedules, { from: nowSeconds })
  if (next === undefined) return event
  return { ...event, start_time: next.start_time, end_time: next.end_time, is_all_day: next.is_all_day }
}
