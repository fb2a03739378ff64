import { liveQuery } from 'dexie'
import type { ProgrammeEvent, PublicEvent, Tag } from '@/contract/events/events'
import { systemTimers } from '@/offline/platform/deferred'
import type { Clock, Timers } from '@/offline/platform/deferred'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { createListeners } from '@/offline/platform/change-notifier'
import { putChoice, readChoice, mergeFetched, readStoredEvent, storedEvent } from './stored-event'
import type { ReplicaChoice } from './stored-event'
import { connectReplica, tagsRecordSchema } from './database'
import { syncRecordSchema } from './database'
import type { ReplicaConnection, StoredEvent, ReplicaDatabase } from './database'
import type { SyncRecord } from './database'
import { measureReplica } from './photo-storage'
import { serverTimeMs, clockOffset } from '@/offline/replica/server-time'

export interface ReplicaSnapshot {
  events: readonly ProgrammeEvent[]
  /** Epoch ms. */
  storedAt: number
  sync: SyncRecord | undefined
}

export type Replica = ReturnType<typeof createReplica>

/** Reading never fails: a database that cannot be read counts as empty, a damaged record is dropped alone. */
export function createReplica(deps: {
  clock: Clock
  timers?: Timers
  database?: DatabaseDeps
  evict?: () => Promise<void>
  pause?: () => Promise<void>
  newRevision?: () => number
}) {
  const { clock, pause = async () => undefined, newRevision = () => Math.random() } = deps
  const connection = connectReplica({
    timers: deps.timers ?? systemTimers,
    database: deps.database,
    evict: deps.evict,
    onWritten() {
      inMemory = undefined
    },
  })
  const { database, inTime, reading, write } = connection
  let lastRead: { revision: number | undefined } | undefined
  /** Called directly when the device cannot store what would notify them. */
  const unstored = createListeners()
  let inMemory: { revision: number | undefined; read: Promise<Omit<ReplicaSnapshot, 'sync'>> } | undefined

  /** A damaged record is none: the next sync fetches everything. */
  async function readSync(): Promise<SyncRecord | undefined> {
    return syncRecordSchema.safeParse(await reading(() => database().meta.get('sync'))).data
  }

  /** Call it inside a transaction. */
  async function putSync(change: Partial<SyncRecord>, isChanged: boolean): Promise<void> {
    const known = await readSync()
    const revision = isChanged || known === undefined ? newRevision() : known.revision
    await database().meta.put({ key: 'sync', ...known, ...change, revision })
  }

  async function readEvents(): Promise<Omit<ReplicaSnapshot, 'sync'>> {
    const found: ProgrammeEvent[] = []
    const damaged: string[] = []
    let storedAt = Number.POSITIVE_INFINITY
    let last: string | undefined
    for (;;) {
      const rest =
        last === undefined ? database().events.orderBy('id') : database().events.where('id').above(last)
      const records: StoredEvent[] = await rest.limit(SLICE).toArray()
      for (const record of records) {
        const event = readStoredEvent(record)
        if (event === undefined) damaged.push(record.id)
        else found.push(event)
        storedAt = Math.min(storedAt, record.storedAt)
      }
      last = records.at(-1)?.id
      if (records.length < SLICE) break
      await pause()
    }
    if (damaged.length > 0) void dropDamaged(damaged)
    return { events: found, storedAt }
  }

  /** The same, for who must know that it is not there: rejects where the storage cannot be read. */
  async function readEvent(id: string): Promise<{ event: ProgrammeEvent; storedAt: number } | undefined> {
    lastRead ??= { revision: (await inTime(readSync()).catch(() => undefined))?.revision }
    const record = await inTime(reading(() => database().events.get(id)))
    const event = readStoredEvent(record)
    return record === undefined || event === undefined ? undefined : { event, storedAt: record.storedAt }
  }

  /** A delta would never bring them again: the next sync fetches everything. */
  async function dropDamaged(ids: readonly string[]): Promise<void> {
    await write(async () => {
      await database().events.bulkDelete([...ids])
      await putSync({ cursor: undefined }, true)
    })
  }

  return {
    async snapshot() {
      const known = await inTime(readSync().then((sync) => ({ sync }))).catch(() => undefined)
      const sync = known?.sync
      lastRead = { revision: sync?.revision }
      if (known === undefined) return { events: [], storedAt: clock.now(), sync }
      if (inMemory === undefined || inMemory.revision !== sync?.revision) {
        const read = reading(readEvents).catch(() => {
          inMemory = undefined
          return { events: [], storedAt: clock.now() }
        })
        inMemory = { revision: sync?.revision, read }
      }
      return { ...(await inMemory.read), sync }
    },
    event: (id: string) => readEvent(id).catch(() => undefined),
    readEvent,
    sync: () => inTime(readSync()).catch(() => undefined),
    /** The server's clock, epoch ms; undefined where no sync has ever told its time: then the server decides what is past. */
    async serverClock(): Promise<(() => number) | undefined> {
      const sync = await inTime(readSync()).catch(() => undefined)
      return sync?.syncedAt === undefined ? undefined : () => serverTimeMs(sync, clock.now())
    },
    /** Stores what a page fetched; what a sync has brought stays as it is. */
    async upsert(fetched: readonly (PublicEvent | ProgrammeEvent)[]) {
      if (fetched.length === 0) return
      await write(async () => {
        const isComplete = (await readSync())?.syncedAt !== undefined
        for (const event of fetched) {
          const known = readStoredEvent(await database().events.get(event.id))
          if (isComplete && known !== undefined) continue
          await database().events.put(storedEvent(mergeFetched(known, event), clock.now()))
        }
      })
    },
    /** 'conflict': another cursor, or dropped meanwhile: fetch everything. 'failed': the device cannot store it. */
    apply: (change: ProgrammeChange) => applyChange({ clock, pause, connection, readSync, putSync }, change),
    async remove(id: string) {
      await write(async () => {
        if ((await database().events.get(id)) === undefined) return
        await database().events.delete(id)
        await putSync({}, true)
      })
    },
    async setUnreachable() {
      await write(() => putSync({ unreachableAt: clock.now() }, false))
    },
    async setFull(full: SyncRecord['full']) {
      await write(() => putSync({ full }, false))
    },
    async touch() {
      const isStored = await write(async () => {
        await putSync({}, true)
        return true
      })
      if (isStored !== true) unstored.notify()
    },
    /** Also after changes by the worker or another tab. Resolves once it is known what later changes are compared with. */
    subscribe(listener: () => void) {
      let known = lastRead
      unstored.subscribe(listener)
      return new Promise<void>((resolve) => {
        liveQuery(readSync).subscribe({
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
      (await inTime(reading(() => database().events.where('photo').equals(hash).count())).catch(() => 0)) > 0,
    async photoHashes() {
      const hashes = await reading(() => database().events.orderBy('photo').uniqueKeys())
      return new Set(hashes.map(String))
    },
    /** Rejects where the device's storage cannot be read. */
    async measure() {
      return measureReplica(database(), serverTimeMs(await readSync(), clock.now()) / 1000)
    },
    choice: () => inTime(readChoice(database())),
    async choose(change: Partial<ReplicaChoice>) {
      const isStored = await write(async () => {
        await putChoice(database(), change)
        return true
      })
      return isStored === true
    },
    async tags() {
      const record = await reading(() => database().meta.get('tags')).catch(() => undefined)
      return tagsRecordSchema.safeParse(record).data?.tags
    },
    async putTags(tags: readonly Tag[]) {
      await write(() => database().meta.put({ key: 'tags', tags: [...tags] }))
    },
    /** Empties it, so that the outbox has room. What the person chose stays, and so do the tags. */
    async drop() {
      await write(async () => {
        await database().events.clear()
        await database().meta.delete('sync')
      })
    },
    close: connection.close,
  }
}

/** Without `since` it is the whole programme. */
interface ProgrammeChange {
  since: string | undefined
  items: readonly ProgrammeEvent[]
  removed: readonly string[]
  cursor: string
  /** Epoch seconds; decides what is over. Absent from servers that do not say it. */
  serverTime: number | undefined
}

interface ChangeDeps {
  clock: Clock
  pause: () => Promise<void>
  connection: Pick<ReplicaConnection, 'database' | 'writeFetched'>
  readSync: () => Promise<SyncRecord | undefined>
  putSync: (change: Partial<SyncRecord>, isChanged: boolean) => Promise<void>
}

/** A past event stays this long: somebody may look up where they were. */
const PAST_EVENT_SECONDS = 7 * 86_400
/** Records that are read or written at once: less than 50 ms on a slow phone. */
const SLICE = 50

/** Applies a change in slices, each against the stored cursor; the new cursor comes with the last. */
async function applyChange(
  deps: ChangeDeps,
  change: ProgrammeChange,
): Promise<'applied' | 'conflict' | 'failed'> {
  const { clock, pause, connection, readSync, putSync } = deps
  const { database, writeFetched } = connection
  const isWhole = change.since === undefined
  const isCurrent = async () => isWhole || (await readSync())?.cursor === change.since
  const rows = change.items.map((event) => storedEvent(event, clock.now()))
  for (let start = 0; start < rows.length; start += SLICE) {
    const stored = await writeFetched(async () => {
      if (!(await isCurrent())) return 'conflict'
      await database().events.bulkPut(rows.slice(start, start + SLICE))
      return 'applied'
    }, isWhole)
    if (stored !== 'applied') return asResult(stored)
    await pause()
  }
  const outcome = await writeFetched(async () => {
    if (!(await isCurrent()) || (isWhole && !(await hasAll(database(), rows)))) return 'conflict'
    const removed = await removedIds(database(), change, clock.now())
    await database().events.bulkDelete(removed)
    const isChanged = rows.length + removed.length > 0 || (await readSync())?.syncedAt === undefined
    const { cursor, serverTime } = change
    const now = clock.now()
    const clockOffsetMs = serverTime === undefined ? undefined : clockOffset(serverTime, now)
    await putSync({ cursor, syncedAt: now, unreachableAt: undefined, clockOffsetMs }, isChanged)
    return 'applied'
  }, isWhole)
  return asResult(outcome)
}

/** The replica may have been dropped between two slices. */
async function hasAll(database: ReplicaDatabase, rows: readonly StoredEvent[]): Promise<boolean> {
  const here = new Set(await database.events.toCollection().primaryKeys())
  return rows.every(({ id }) => here.has(id))
}

/** The ids of what is over by the server's time: a device's clock that is ahead must not empty the replica. */
async function removedIds(
  database: ReplicaDatabase,
  { since, items, removed, serverTime }: ProgrammeChange,
  deviceTimeMs: number,
): Promise<string[]> {
  const listed = new Set(items.map(({ id }) => id))
  const now = serverTime ?? Math.floor(deviceTimeMs / 1000)
  const old =
    serverTime === undefined
      ? []
      : await database.events
          .where('endsAt')
          .below(now - PAST_EVENT_SECONDS)
          .primaryKeys()
  const upcoming = since === undefined ? await database.events.where('endsAt').above(now).primaryKeys() : []
  return [...removed, ...[...old, ...upcoming].filter((id) => !listed.has(id))]
}

/** A database that refuses a change may take the whole programme. */
function asResult(outcome: 'applied' | 'conflict' | 'broken' | undefined): 'applied' | 'conflict' | 'failed' {
  return outcome === 'broken' ? 'conflict' : (outcome ?? 'failed')
}
