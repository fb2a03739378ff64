import type { ProgrammeEvent } from '@/contract/events/events'
import type { Clock } from '@/offline/platform/clock'
import type { ReplicaConnection } from './connection'
import type { ReplicaDatabase, StoredEvent, SyncRecord } from './database'
import { clockOffset } from './server-time'
import { storedEvent } from './stored-event'

/**
 * The change that a sync brings. Without `since` it is the whole programme: an event that is not among `items` is no longer
 * upcoming.
 */
export interface ProgrammeChange {
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
export const SLICE = 50

/** Applies a change in slices, each against the stored cursor; the new cursor comes with the last. */
export async function applyChange(
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
