import type { ProgrammeEvent, PublicEvent } from '@/contract/events'
import { subscribeLive } from '@/offline/outbox/subscribe-live'
import type { Clock, Timers } from '@/offline/platform/clock'
import { type DatabaseParts, withReopen } from '@/offline/platform/indexed-db'
import { createStorageTimeout } from '@/offline/platform/storage-timeout'
import type { Replica } from '@/offline/replica/replica'
import { serverTimeMs } from '@/offline/replica/server-time'
import { mergeFetched } from '@/offline/replica/stored-event'
import { openSavedDatabase, type SavedEvent, savedEventSchema } from './database'

/** An event to be saved, as a page shows it. */
export interface EventToSave {
  event: PublicEvent | ProgrammeEvent
  /** The village day `YYYY-MM-DD` that was chosen; undefined for the next one. */
  day?: string | undefined
}

/** The events that the person has saved on this device. All of it rejects where the storage refuses or is silent. */
export interface SavedEvents {
  all(): Promise<SavedEvent[]>
  /** Calls back with the ids of the saved events, and again when this tab or another changes them. Returns the end of it. */
  watchIds(next: (ids: ReadonlySet<string> | 'unreadable') => void): () => void
  /** Resolves once they are on the disk. */
  save(events: readonly EventToSave[]): Promise<void>
  /** Resolves to the record that was there, for `restore`. */
  remove(eventId: string): Promise<SavedEvent | undefined>
  restore(record: SavedEvent): Promise<void>
  /** Stores what the device knows by now of events that are still saved. */
  refresh(events: readonly ProgrammeEvent[]): Promise<void>
  clear(): Promise<void>
  close(): void
}

interface SavedEventsParts {
  clock: Clock
  timers: Timers
  replica: Pick<Replica, 'event' | 'sync'>
  database?: DatabaseParts | undefined
  /** Called after something was saved. */
  onSaved?: (() => void) | undefined
}

export function createSavedEvents({ clock, timers, replica, ...parts }: SavedEventsParts): SavedEvents {
  const database = openSavedDatabase(parts.database)
  const inTime = createStorageTimeout(timers)
  const reading = <T>(work: () => Promise<T>) => inTime(withReopen(database, work))
  const writing = <T>(work: () => Promise<T>) =>
    reading(() => database.transaction('rw', database.events, work))

  async function all(): Promise<SavedEvent[]> {
    const records = await reading(() => database.events.toArray())
    return records.flatMap((record) => readRecord(record) ?? [])
  }

  /** The whole event where the device has it: a row of a list knows one date. */
  async function recordOf({ event, day }: EventToSave, savedAt: number): Promise<SavedEvent> {
    const known = await replica.event(event.id)
    const snapshot = mergeFetched(known?.event, event)
    return { eventId: event.id, ...(day !== undefined && { day }), savedAt, snapshot }
  }

  return {
    all,
    watchIds(next) {
      if (!('indexedDB' in globalThis)) {
        next('unreadable')
        return () => undefined
      }
      return subscribeLive(
        () =>
          reading(() => database.events.toCollection().primaryKeys()).then(
            (ids) => new Set(ids),
            () => 'unreadable' as const,
          ),
        next,
      )
    },
    async save(events) {
      const savedAt = serverTimeMs(await replica.sync().catch(() => undefined), clock.now())
      const records = await Promise.all(events.map((one) => recordOf(one, savedAt)))
      await writing(() => database.events.bulkPut(records))
      parts.onSaved?.()
    },
    async remove(eventId) {
      return writing(async () => {
        const record = readRecord(await database.events.get(eventId))
        await database.events.delete(eventId)
        return record
      })
    },
    async restore(record) {
      await writing(() => database.events.put(record))
    },
    async refresh(events) {
      await writing(async () => {
        for (const snapshot of events) {
          const record = readRecord(await database.events.get(snapshot.id))
          if (record !== undefined) await database.events.put({ ...record, snapshot })
        }
      })
    },
    async clear() {
      await writing(() => database.events.clear())
    },
    close: () => database.close(),
  }
}

/** A record that cannot be read is left where it is: a later version may have written it. */
function readRecord(record: unknown): SavedEvent | undefined {
  const read = savedEventSchema.safeParse(record)
  return read.success ? read.data : undefined
}
