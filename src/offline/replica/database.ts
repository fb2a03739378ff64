import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import * as z from 'zod/mini'
import { tagSchema } from '@/contract/events/events'
import { isQuotaError, withReopen } from '@/offline/platform/indexed-db'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import type { Timers } from '@/offline/platform/deferred'
import { createStorageTimeout } from '@/offline/platform/storage-timeout'

/** The state of the sync. Instants are epoch milliseconds of the device. */
export const syncRecordSchema = z.object({
  key: z.literal('sync'),
  revision: z.number(),
  /** Fetches what changed since; without it the next sync fetches the whole programme. */
  cursor: z.optional(z.string()),
  /** When the last sync succeeded; without it the replica is not complete. */
  syncedAt: z.optional(z.number()),
  /** When a sync did not reach the server; cleared by the next that succeeds. */
  unreachableAt: z.optional(z.number()),
  /** How far the server's clock is ahead of the device's, ms. */
  clockOffsetMs: z.optional(z.number()),
  /** The device had no room for the images: until then no more than so many are fetched ahead. */
  full: z.optional(z.object({ images: z.number(), until: z.number() })),
})
export type SyncRecord = z.infer<typeof syncRecordSchema>

/** A published event on this device. */
export interface StoredEvent {
  id: string
  /** A `ProgrammeEvent` when it was written; read it through its schema. */
  event: unknown
  /** The hash of its photo; absent without one. */
  photo?: string
  /** End of its last occurrence, epoch seconds. */
  endsAt: number
  /** The time when the server last sent it, epoch ms. */
  storedAt: number
}

/** The person's choice for this device; no eviction deletes it. */
export const choiceRecordSchema = z.object({
  key: z.literal('choice'),
  isRemoved: z.boolean(),
})
export type ChoiceRecord = z.infer<typeof choiceRecordSchema>

/** All tags of the app, also those that no event bears; no eviction deletes them, so that the form has them. */
export const tagsRecordSchema = z.object({ key: z.literal('tags'), tags: z.array(tagSchema) })
type TagsRecord = z.infer<typeof tagsRecordSchema>

export type ReplicaDatabase = Dexie & {
  events: Table<StoredEvent, string>
  meta: Table<SyncRecord | ChoiceRecord | TagsRecord, string>
}

/** May be dropped at any time, and is when it cannot be read: everything in it can be fetched again. */
export function openReplicaDatabase(deps?: DatabaseDeps): ReplicaDatabase {
  const database = new Dexie('ericeira-replica', { ...deps }) as ReplicaDatabase
  database.version(1).stores({ events: 'id, photo, endsAt', meta: 'key' })
  return database
}

export type ReplicaConnection = ReturnType<typeof connectReplica>

export function connectReplica(deps: {
  timers: Timers
  database: DatabaseDeps | undefined
  evict: (() => Promise<void>) | undefined
  onWritten: () => void
}) {
  let database = openReplicaDatabase(deps.database)
  let isClosed = false

  const reading = <T>(work: () => Promise<T>) => withReopen(database, work)
  /** For readings that somebody waits for. A live query waits as long as it takes: it ends with its first error. */
  const inTime = createStorageTimeout(deps.timers)
  // One that arrives after its timeout does no harm: writes are of what was fetched, in the order in which they were begun.
  const inTransaction = <T>(work: () => Promise<T>) =>
    inTime(withReopen(database, () => database.transaction('rw', database.events, database.meta, work)))

  const writeOrThrow = <T>(work: () => Promise<T>): Promise<T> => inTransaction(work).finally(deps.onWritten)

  const writeWithRoom = <T>(work: () => Promise<T>): Promise<T> =>
    writeOrThrow(work).catch(async (error: unknown) => {
      if (!isQuotaError(error)) throw error
      await deps.evict?.()
      return writeOrThrow(work)
    })

  /** Writes in a transaction, and evicts nothing for it. A failed write is ignored: the replica is only less fresh. */
  const write = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    writeOrThrow(work).catch(() => undefined)

  /** The new Dexie instance replaces one that still has the schema of the broken database. */
  async function recreate(): Promise<void> {
    await database.delete()
    database = openReplicaDatabase(deps.database)
  }

  return {
    /** The open database. It is another one after it was recreated: never store it. */
    database: () => database,
    inTime,
    reading,
    write,
    /** Images are evicted where there is no room. 'broken': recreated only for the whole programme, which takes its place. */
    async writeFetched<T>(work: () => Promise<T>, isWhole: boolean) {
      try {
        return await writeWithRoom(work)
      } catch (error) {
        if (isClosed || !isBroken(error)) return undefined
        if (!isWhole) return 'broken' as const
        await recreate().catch(() => undefined)
        return write(work)
      }
    },
    close() {
      isClosed = true
      database.close()
    },
  }
}

/** Whether the database is at fault: an error of Dexie, except an aborted write, a full device or a browser without IndexedDB. */
function isBroken(error: unknown): boolean {
  if (isQuotaError(error)) return false
  return error instanceof Dexie.DexieError && !['AbortError', 'MissingAPIError'].includes(error.name)
}
