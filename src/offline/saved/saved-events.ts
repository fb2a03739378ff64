import { Dexie, type EntityTable } from 'dexie'
import type { ProgrammeEvent, PublicEvent } from '@/contract/events/events'
import { type Clock, type Timers, createStorageTimeout } from '@/offline/platform/deferred'
import { subscribeLive, type DatabaseDeps } from '@/offline/platform/indexed-db'
import type { Replica } from '@/offline/replica/replica'
import { serverTimeMs } from '@/offline/replica/server-time'
import { mergeFetched } from '@/offline/replica/stored-event'

export interface EventToSave {
  event: PublicEvent | ProgrammeEvent
  /** The village day `YYYY-MM-DD` that was chosen; undefined for the next one. */
  day?: string | undefined
}

/** An event that the person has saved. Instants are epoch milliseconds of the server's time, as far as a sync has told it. */
export interface SavedEvent {
  eventId: string
  /** The village day that was chosen of an event with several; without it the next one. */
  day?: string
  savedAt: number
  /** The event as the device last knew it: it stays when the programme has it no more. */
  snapshot: ProgrammeEvent
}

/** The events that the person has saved on this device. All of it rejects where the storage refuses or is silent. */
export type SavedEvents = ReturnType<typeof createSavedEvents>

export function createSavedEvents(deps: {
  clock: Clock
  timers: Timers
  replica: Pick<Replica, 'event' | 'sync'>
  database?: DatabaseDeps | undefined
  onSaved?: (() => void) | undefined
}) {
  const { clock, replica } = deps
  const inTime = createStorageTimeout(deps.timers)
  /** It has a database of its own, which outlives signing out, 'Remove from this device' and the versions of the replica, and nothing evicts it. */
  const database = new Dexie('ericeira-saved', {
    chromeTransactionDurability: 'strict',
    // The heart shows what is on the disk, not what Dexie expects to be there after the transaction.
    cache: 'disabled',
    ...deps.database,
  }) as Dexie & { events: EntityTable<SavedEvent, 'eventId'> }
  database.version(1).stores({ events: 'eventId' })
  const { events } = database
  const writing = <T>(work: () => Promise<T>) => inTime(database.transaction('rw', events, work))

  /** The whole event where the device has it: a row of a list knows one date. */
  async function recordOf({ event, day }: EventToSave, savedAt: number): Promise<SavedEvent> {
    const known = await replica.event(event.id)
    const snapshot = mergeFetched(known?.event, event)
    return { eventId: event.id, ...(day !== undefined && { day }), savedAt, snapshot }
  }

  const readIds = () =>
    inTime(events.toCollection().primaryKeys()).then(
      (ids) => new Set(ids),
      () => 'unreadable' as const,
    )

  return {
    all: () => inTime(events.toArray()),
    /** Returns the end of it. */
    watchIds(next: (ids: ReadonlySet<string> | 'unreadable') => void) {
      // A live query is silent where there is no IndexedDB at all.
      if (!('indexedDB' in globalThis)) {
        next('unreadable')
        return () => undefined
      }
      return subscribeLive(readIds, next)
    },
    async save(chosen: readonly EventToSave[]) {
      const savedAt = serverTimeMs(await replica.sync(), clock.now())
      const records = await Promise.all(chosen.map((one) => recordOf(one, savedAt)))
      await writing(() => events.bulkPut(records))
      deps.onSaved?.()
    },
    remove: (eventId: string) =>
      writing(async () => {
        const record = await events.get(eventId)
        await events.delete(eventId)
        return record
      }),
    async restore(record: SavedEvent) {
      await writing(() => events.put(record))
    },
    async refresh(snapshots: readonly ProgrammeEvent[]) {
      await writing(async () => {
        for (const snapshot of snapshots) await events.update(snapshot.id, { snapshot })
      })
    },
    close: () => database.close(),
  }
}
