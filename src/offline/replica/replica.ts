import { Dexie, liveQuery, type Table } from 'dexie'
import type { ProgrammeEvent, PublicEvent, Tag } from '@/contract/events/events'
import { systemTimers, type Clock, type Timers, createStorageTimeout } from '@/offline/platform/deferred'
import { isQuotaError, type DatabaseDeps } from '@/offline/platform/indexed-db'
import { clockOffset, serverTimeMs, type LearntTime } from './server-time'
import { mergeFetched, storedEvent, type StoredEvent } from './stored-event'

/** The state of the sync. Instants are epoch milliseconds of the device. */
export interface SyncRecord extends LearntTime {
  key: 'sync'
  /** Another one after each sync that has changed an event. */
  revision?: number | undefined
  /** Fetches what changed since; without it the next sync fetches the whole programme. */
  cursor?: string | undefined
  /** When the last sync succeeded; without it the replica is not complete. */
  syncedAt?: number | undefined
  /** When a sync did not reach the server; cleared by the next that succeeds. */
  unreachableAt?: number | undefined
  /** The device had no room for the images: until then no more than so many are fetched ahead. */
  full?: { images: number; until: number } | undefined
}

/** `choice` is the person's, and `tags` are all of the app, also those that no event bears: no eviction deletes either. */
type Meta = SyncRecord | { key: 'choice'; isRemoved: boolean } | { key: 'tags'; tags: readonly Tag[] }

export type ReplicaDatabase = Dexie & { events: Table<StoredEvent, string>; meta: Table<Meta, string> }

/** Raised when this version cannot read what an earlier one has stored. A new optional field needs nothing. */
const VERSION = 1

/** Everything in it can be fetched again: it is dropped and rebuilt when it cannot be read, and emptied by another version. */
export function openReplicaDatabase(deps?: DatabaseDeps, version = VERSION): ReplicaDatabase {
  const database = new Dexie('ericeira-replica', { ...deps }) as ReplicaDatabase
  database
    .version(version)
    .stores({ events: 'id, photo, endsAt', meta: 'key' })
    .upgrade(async (upgrade) => {
      await upgrade.table('events').clear()
      await upgrade.table('meta').delete('sync')
    })
  return database
}

export interface ReplicaSnapshot {
  events: readonly ProgrammeEvent[]
  /** When the oldest of them was stored, epoch ms. */
  storedAt: number
  sync: SyncRecord | undefined
}

/** Without `since` it is the whole programme. */
export interface ProgrammeChange {
  since: string | undefined
  items: readonly ProgrammeEvent[]
  removed: readonly string[]
  cursor: string
  /** Epoch seconds; decides what is over. Absent from servers that do not say it. */
  serverTime: number | undefined
}

/** A past event stays this long: somebody may look up where they were. */
const PAST_EVENT_SECONDS = 7 * 86_400

export type Replica = ReturnType<typeof createReplica>

/** Reading never fails, unless it says so: a database that cannot be read, or is silent, counts as empty. */
export function createReplica(deps: {
  clock: Clock
  timers?: Timers
  database?: DatabaseDeps
  /** Gives up the images for the programme. */
  evict?: () => Promise<void>
}) {
  const { clock } = deps
  const inTime = createStorageTimeout(deps.timers ?? systemTimers)
  let database = openReplicaDatabase(deps.database)
  let isClosed = false
  let firstRead: { revision: number | undefined } | undefined
  let inMemory:
    | { revision: number | undefined; events: Promise<Omit<ReplicaSnapshot, 'sync'> | undefined> }
    | undefined

  const meta = async <Key extends Meta['key']>(key: Key) =>
    (await database.meta.get(key)) as Extract<Meta, { key: Key }> | undefined

  const write = <T>(work: () => Promise<T>): Promise<T> =>
    inTime(database.transaction('rw', database.events, database.meta, work)).finally(() => {
      inMemory = undefined
    })

  /** False where it could not be written: the replica is only less fresh. */
  const tryWrite = (work: () => Promise<unknown>): Promise<boolean> =>
    write(work).then(
      () => true,
      () => false,
    )

  /** Call it inside a transaction. */
  async function putSync(change: Partial<SyncRecord>, isChanged = false): Promise<void> {
    const revision = isChanged ? { revision: Math.random() } : {}
    await database.meta.put({ ...(await meta('sync')), ...change, ...revision, key: 'sync' })
  }

  async function sync(): Promise<SyncRecord | undefined> {
    const record = await inTime(meta('sync'))
    firstRead ??= { revision: record?.revision }
    return record
  }

  async function readEvents(): Promise<Omit<ReplicaSnapshot, 'sync'>> {
    const records = await inTime(database.events.toArray())
    const storedAt = Math.min(...records.map((record) => record.storedAt))
    return { events: records.map(({ event }) => event), storedAt }
  }

  /** Call it inside a transaction. 'outdated': the replica is no longer what the change was asked for. */
  async function applyNow({ since, items, removed, cursor, serverTime }: ProgrammeChange) {
    const { events } = database
    if ((await meta('choice'))?.isRemoved === true) return 'left-out'
    const known = await meta('sync')
    if (since !== undefined && known?.cursor !== since) return 'outdated'
    const now = clock.now()
    const gone = [...removed]
    // An event that is over is no longer listed, and goes by the server's time: a device's clock that is ahead must not empty the replica.
    if (since === undefined) {
      const listed = new Set(items.map(({ id }) => id))
      const upcoming = await events
        .where('endsAt')
        .above(serverTime ?? now / 1000)
        .primaryKeys()
      gone.push(...upcoming.filter((id) => !listed.has(id)))
    }
    if (serverTime !== undefined)
      gone.push(
        ...(await events
          .where('endsAt')
          .below(serverTime - PAST_EVENT_SECONDS)
          .primaryKeys()),
      )
    await events.bulkDelete(gone)
    await events.bulkPut(items.map((event) => storedEvent(event, now)))
    const learnt = serverTime === undefined ? {} : { clockOffsetMs: clockOffset(serverTime, now) }
    const isChanged = items.length + gone.length > 0 || known?.syncedAt === undefined
    await putSync({ cursor, syncedAt: now, unreachableAt: undefined, ...learnt }, isChanged)
    return 'synced'
  }

  return {
    sync: () => sync().catch(() => undefined),
    async snapshot(): Promise<ReplicaSnapshot> {
      const record = await sync().catch(() => undefined)
      if (inMemory === undefined || inMemory.revision !== record?.revision)
        inMemory = { revision: record?.revision, events: readEvents().catch(() => undefined) }
      const read = await inMemory.events
      if (read === undefined) inMemory = undefined
      return { events: [], storedAt: clock.now(), ...read, sync: record }
    },
    event: (id: string): Promise<Pick<StoredEvent, 'event' | 'storedAt'> | undefined> =>
      inTime(database.events.get(id)).catch(() => undefined),
    /** Stores what a page fetched; what a sync has brought stays as it is: it may be newer. */
    async upsert(fetched: readonly (PublicEvent | ProgrammeEvent)[]) {
      if (fetched.length === 0) return
      await tryWrite(async () => {
        const isComplete = (await meta('sync'))?.syncedAt !== undefined
        for (const event of fetched) {
          const known = await database.events.get(event.id)
          if (isComplete && known !== undefined) continue
          await database.events.put(storedEvent(mergeFetched(known?.event, event), clock.now()))
        }
      })
    },
    /** In one transaction. 'outdated': fetch everything. 'left-out': removed meanwhile. 'failed': the device cannot store it. */
    async apply(change: ProgrammeChange): Promise<'synced' | 'outdated' | 'left-out' | 'failed'> {
      const work = () => applyNow(change)
      try {
        return await write(work).catch(async (error: unknown) => {
          if (!isQuotaError(error)) throw error
          await deps.evict?.()
          return write(work)
        })
      } catch (error) {
        if (isClosed || !isBroken(error)) return 'failed'
        // The database is deleted only with the whole programme at hand to take its place.
        if (change.since !== undefined) return 'outdated'
        await inTime(database.delete()).catch(() => undefined)
        database = openReplicaDatabase(deps.database)
        return write(work).catch(() => 'failed')
      }
    },
    async remove(id: string) {
      await tryWrite(async () => {
        if ((await database.events.get(id)) === undefined) return
        await database.events.delete(id)
        await putSync({}, true)
      })
    },
    setUnreachable: () => tryWrite(() => putSync({ unreachableAt: clock.now() })),
    setFull: (full: SyncRecord['full']) => tryWrite(() => putSync({ full })),
    /** Also after changes by the worker or another tab. Resolves once it is known what later changes are compared with. */
    subscribe(listener: () => void): Promise<void> {
      let known = firstRead
      return new Promise((resolve) => {
        liveQuery(() => meta('sync')).subscribe({
          next(record) {
            // A page that has read nothing yet shows what the server rendered, or what it had stored.
            const isChanged = known !== undefined && known.revision !== record?.revision
            known = { revision: record?.revision }
            resolve()
            if (isChanged) listener()
          },
          // Storage that cannot be read changes nothing.
          error: () => resolve(),
        })
      })
    },
    hasPhoto: async (hash: string) =>
      (await inTime(database.events.where('photo').equals(hash).count()).catch(() => 0)) > 0,
    /** Rejects where they cannot be read: the images of all would be deleted. */
    async photoHashes() {
      return new Set((await database.events.orderBy('photo').uniqueKeys()).map(String))
    },
    /** For a page that shows it: reads every record, and sums up about as many bytes as they take. Rejects where they cannot be read. */
    async measure() {
      const nowSeconds = serverTimeMs(await meta('sync'), clock.now()) / 1000
      const photos = new Set<string>()
      let [events, upcoming, bytes] = [0, 0, 0]
      await database.events.each(({ event, photo, endsAt }) => {
        events += 1
        bytes += JSON.stringify(event).length
        if (endsAt <= nowSeconds) return
        upcoming += 1
        if (photo !== undefined) photos.add(photo)
      })
      return { events, upcoming, photos, bytes }
    },
    /** The person has removed the programme from this device: no sync brings it back unasked. */
    isRemoved: async () => (await inTime(meta('choice')).catch(() => undefined))?.isRemoved === true,
    setRemoved: (isRemoved: boolean) => tryWrite(() => database.meta.put({ key: 'choice', isRemoved })),
    tags: async () => (await inTime(meta('tags')).catch(() => undefined))?.tags,
    putTags: (tags: readonly Tag[]) => tryWrite(() => database.meta.put({ key: 'tags', tags })),
    /** Empties it, so that the outbox has room. What the person chose stays, and so do the tags. */
    async drop() {
      await tryWrite(async () => {
        await database.events.clear()
        await database.meta.delete('sync')
      })
    },
    close() {
      isClosed = true
      database.close()
    },
  }
}

/** The database is at fault: it is an error of Dexie, except an aborted write, a full device or a browser without IndexedDB. */
function isBroken(error: unknown): boolean {
  if (isQuotaError(error)) return false
  return error instanceof Dexie.DexieError && !['AbortError', 'MissingAPIError'].includes(error.name)
}
