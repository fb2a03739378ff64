import type { ProgrammeEvent, PublicEvent } from '@/contract/events'
import type { ChangeNotifier } from '../change-notifier'
import type { Clock } from '../clock'
import { type DatabaseParts, isQuotaError } from '../indexed-db'
import type { UsedTag } from '../programme-source'
import { type KeptEvent, openReplicaDatabase } from './database'
import { mergeKept } from './merge-kept'

/** What a sync brings. `isWhole` means: what is not among `items` is no longer coming up. */
export interface ProgrammeChange {
  items: readonly ProgrammeEvent[]
  removed: readonly string[]
  cursor: string
  isWhole: boolean
}

/** A past event stays this long: somebody may look up where they were. */
const PAST_EVENT_MS = 7 * 86_400_000

/**
 * The programme as this device knows it. Reading never fails: a database that cannot be read is an empty one. The
 * events are held in memory after the first read and read again when anything has changed.
 */
export interface Replica {
  events(): Promise<readonly KeptEvent[]>
  event(id: string): Promise<KeptEvent | undefined>
  programme(): Promise<{ cursor: string; syncedAt: number } | undefined>
  usedTags(): Promise<{ tags: UsedTag[]; keptAt: number } | undefined>
  keep(events: readonly (PublicEvent | ProgrammeEvent)[]): Promise<void>
  keepUsedTags(tags: UsedTag[]): Promise<void>
  apply(change: ProgrammeChange): Promise<void>
  remove(id: string): Promise<void>
  /** Gives its room to the outbox. */
  drop(): Promise<void>
  subscribe(listener: () => void): () => void
  close(): void
}

export function createReplica(parts: {
  clock: Clock
  notifier: ChangeNotifier
  database?: DatabaseParts
  /** Gives up the images when the device is full. */
  makeSpace?: () => Promise<void>
}): Replica {
  const { clock, notifier } = parts
  const database = openReplicaDatabase(parts.database)
  let isClosed = false
  let inMemory: Promise<readonly KeptEvent[]> | undefined
  const unsubscribe = notifier.subscribe(() => (inMemory = undefined))

  /** A write that does not succeed costs freshness, nothing else. The answer is whether anything has changed. */
  async function write(work: () => Promise<boolean>): Promise<void> {
    const inTransaction = () => database.transaction('rw', database.events, database.meta, work)
    const hasChanged = await inTransaction().catch(async (error: unknown) => {
      if (isQuotaError(error)) await parts.makeSpace?.()
      else if (!isClosed && isBroken(error))
        await database.delete({ disableAutoOpen: false }).catch(() => undefined)
      else return false
      return inTransaction().catch(() => false)
    })
    inMemory = undefined
    if (hasChanged) notifier.notify()
  }

  async function isNews({ id, event }: KeptEvent): Promise<boolean> {
    const known = await database.events.get(id)
    return known === undefined || withoutTimes(known.event) !== withoutTimes(event)
  }

  return {
    events() {
      inMemory ??= database.events.toArray().catch(() => [])
      return inMemory
    },
    event: (id) => database.events.get(id).catch(() => undefined),
    async programme() {
      const row = await database.meta.get('programme').catch(() => undefined)
      return row?.key === 'programme' ? row : undefined
    },
    async usedTags() {
      const row = await database.meta.get('used-tags').catch(() => undefined)
      return row?.key === 'used-tags' ? row : undefined
    },
    keep: (events) =>
      write(async () => {
        let hasChanged = false
        for (const event of events) {
          const known = await database.events.get(event.id)
          const kept = { id: event.id, event: mergeKept(known?.event, event), keptAt: clock.now() }
          hasChanged = (await isNews(kept)) || hasChanged
          await database.events.put(kept)
        }
        return hasChanged
      }),
    keepUsedTags: (tags) =>
      write(async () => {
        await database.meta.put({ key: 'used-tags', tags, keptAt: clock.now() })
        return false
      }),
    apply: (change) =>
      write(async () => {
        const now = clock.now()
        const listed = new Set(change.items.map((event) => event.id))
        const gone = await database.events
          .filter(({ id, event }) => {
            if (listed.has(id)) return false
            const endedMs = now - lastEnd(event) * 1000
            return endedMs > PAST_EVENT_MS || (change.isWhole && endedMs <= 0)
          })
          .primaryKeys()
        await database.events.bulkDelete([...gone, ...change.removed])
        await database.events.bulkPut(change.items.map((event) => ({ id: event.id, event, keptAt: now })))
        const isFirst = (await database.meta.get('programme')) === undefined
        await database.meta.put({ key: 'programme', cursor: change.cursor, syncedAt: now })
        return isFirst || gone.length + change.removed.length + change.items.length > 0
      }),
    remove: (id) =>
      write(async () => {
        const isKnown = (await database.events.get(id)) !== undefined
        await database.events.delete(id)
        return isKnown
      }),
    async drop() {
      inMemory = undefined
      await database.delete({ disableAutoOpen: false })
      notifier.notify()
    },
    subscribe: notifier.subscribe,
    close() {
      isClosed = true
      unsubscribe()
      notifier.close()
      database.close()
    },
  }
}

/** Nothing in it is worth a repair. A write that was interrupted is no sign of it; a browser without IndexedDB has none. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && !['AbortError', 'MissingAPIError'].includes(error.name)
}

/** The times of the event itself are those of the occurrence that was asked for; the timetable is what counts. */
function withoutTimes(event: ProgrammeEvent): string {
  return JSON.stringify({ ...event, start_time: 0, end_time: 0, is_all_day: false })
}

function lastEnd(event: ProgrammeEvent): number {
  return Math.max(event.end_time, ...event.schedules.map((schedule) => schedule.end_time))
}
