import { Dexie } from 'dexie'
import { type DatabaseDeps, isQuotaError, withReopen } from '@/offline/platform/indexed-db'
import type { Timers } from '@/offline/platform/clock'
import { createStorageTimeout, type WithTimeout } from '@/offline/platform/storage-timeout'
import { openReplicaDatabase, type ReplicaDatabase } from './database'

interface ConnectionDeps {
  timers: Timers
  database: DatabaseDeps | undefined
  /** Called when the quota is exceeded: deletes the images. */
  evict: (() => Promise<void>) | undefined
  /** Called after every write, whatever became of it. */
  onWritten: () => void
}

/** The connection to the replica's database: it is opened again after errors that pass, and recreated when it is broken. */
export interface ReplicaConnection {
  /** The open database. It is another one after it was recreated: never store it. */
  database(): ReplicaDatabase
  /** For readings that somebody waits for. A live query waits as long as it takes: it ends with its first error. */
  inTime: WithTimeout
  reading<T>(work: () => Promise<T>): Promise<T>
  /** Writes in a transaction, and evicts nothing for it. A failed write is ignored: the replica is only less fresh. */
  write<T>(work: () => Promise<T>): Promise<T | undefined>
  /**
   * Writes what a sync has fetched; the images are evicted where there is no room. 'broken': the database itself cannot be written; it is deleted and recreated only for
   * the whole programme, which takes its place.
   */
  writeFetched<T>(work: () => Promise<T>, isWhole: boolean): Promise<T | 'broken' | undefined>
  close(): void
}

export function connectReplica(deps: ConnectionDeps): ReplicaConnection {
  let database = openReplicaDatabase(deps.database)
  let isClosed = false

  const reading = <T>(work: () => Promise<T>) => withReopen(database, work)
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

  const write = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    writeOrThrow(work).catch(() => undefined)

  /** The new Dexie instance replaces one that still has the schema of the broken database. */
  async function recreate(): Promise<void> {
    await database.delete()
    database = openReplicaDatabase(deps.database)
  }

  return {
    database: () => database,
    inTime,
    reading,
    write,
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
