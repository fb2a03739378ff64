import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import * as z from 'zod/mini'
import { programmeEventSchema } from '@/contract/events/events'
import type { ProgrammeEvent, PublicEvent } from '@/contract/events/events'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { subscribeLive, withReopen } from '@/offline/platform/indexed-db'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { createStorageTimeout } from '@/offline/platform/storage-timeout'
import type { Replica } from '@/offline/replica/replica'
import { serverTimeMs } from '@/offline/replica/server-time'
import { mergeFetched } from '@/offline/replica/stored-event'
import { villageDay } from '@/contract/envelope'

export interface EventToSave {
  event: PublicEvent | ProgrammeEvent
  /** The village day `YYYY-MM-DD` that was chosen; undefined for the next one. */
  day?: string | undefined
}

/** The events that the person has saved on this device. All of it rejects where the storage refuses or is silent. */
export type SavedEvents = ReturnType<typeof createSavedEvents>

interface SavedEventsDeps {
  clock: Clock
  timers: Timers
  replica: Pick<Replica, 'event' | 'sync'>
  database?: DatabaseDeps | undefined
  onSaved?: (() => void) | undefined
}

export function createSavedEvents({ clock, timers, replica, ...deps }: SavedEventsDeps) {
  const database = openSavedDatabase(deps.database)
  const withTimeout = createStorageTimeout(timers)
  const reading = <T>(work: () => Promise<T>) => withTimeout(withReopen(database, work))
  const writing = <T>(work: () => Promise<T>) =>
    reading(() => database.transaction('rw', database.events, work))

  const nowMs = async () => serverTimeMs(await replica.sync().catch(() => undefined), clock.now())

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
    /** Returns the end of it. */
    watchIds(next: (ids: ReadonlySet<string> | 'unreadable') => void) {
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
    async save(events: readonly EventToSave[]) {
      const savedAt = await nowMs()
      const records = await Promise.all(events.map((one) => recordOf(one, savedAt)))
      await writing(() => database.events.bulkPut(records))
      deps.onSaved?.()
    },
    remove: (eventId: string) =>
      writing(async () => {
        const record = readRecord(await database.events.get(eventId))
        await database.events.delete(eventId)
        return record
      }),
    async restore(record: SavedEvent) {
      await writing(() => database.events.put(record))
    },
    async refresh(events: readonly ProgrammeEvent[]) {
      await writing(async () => {
        for (const snapshot of events) {
          const record = readRecord(await database.events.get(snapshot.id))
          if (record !== undefined) await database.events.put({ ...record, snapshot })
        }
      })
    },
    close: () => database.close(),
  }
}

/** A record that cannot be read is left where it is: a later version may have written it. */
function readRecord(record: unknown): SavedEvent | undefined {
  return savedEventSchema.safeParse(record).data
}

/** An event that the person has saved. Instants are epoch milliseconds of the server's time, as far as a sync has told it. */
const savedEventSchema = z.object({
  eventId: z.string(),
  /** The village day that was chosen of an event with several; without it the next one. */
  day: z.optional(villageDay),
  savedAt: z.number(),
  /** The event as the device last knew it: it stays when the programme has it no more. */
  snapshot: programmeEventSchema,
})
export type SavedEvent = z.infer<typeof savedEventSchema>

type SavedDatabase = Dexie & {
  /** Read them through their schema. */
  events: Table<unknown, string>
}

/** A database of its own: it outlives signing out, 'Remove from this device' and the versions of the replica, and nothing evicts it. */
export function openSavedDatabase(deps?: DatabaseDeps): SavedDatabase {
  const database = new Dexie('ericeira-saved', {
    chromeTransactionDurability: 'strict',
    // The heart shows what is on the disk, not what Dexie expects to be there after the transaction.
    cache: 'disabled',
    ...deps,
  }) as SavedDatabase
  database.version(1).stores({ events: 'eventId' })
  return database
}
