import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'drizzle-orm'
import type { Clock } from '@/server/platform/process/clock'
import type { Queryable } from '@/server/platform/database/client'
import { isDatabaseAway } from '@/server/platform/database/client'

export interface CountedKey {
  key: string
  windowMs: number
}

export interface WindowCounts {
  /** The least that each was counted, as far as this process knows. */
  known(keys: readonly string[]): Counted[]
  peek(keys: readonly string[]): Promise<Counted[]>
  /** Counts one for each, where it is given in the transaction of the write: its end decides then. */
  add(windows: readonly CountedKey[], tx?: Queryable): Promise<AddedCounts>
}

export interface AddedCounts {
  before: Counted[]
  takeBack(): Promise<void>
}

/** The counts of one server alone, in its memory: a restart begins anew. */
export function createOwnCounts(clock: Clock): WindowCounts {
  const counter = new WindowCounter(clock)
  const known = (keys: readonly string[]) => keys.map((key) => counter.peek(key))
  return {
    known,
    peek: async (keys) => known(keys),
    async add(windows) {
      const before = known(windows.map(({ key }) => key))
      const undo = windows.map(({ key, windowMs }) => counter.add(key, windowMs))
      return {
        before,
        takeBack: async () => {
          for (const takeBack of undo) takeBack()
        },
      }
    },
  }
}

/** Some 20 MB when it is full. Beyond, what was not seen for the longest time is forgotten, never what is being hammered at. */
const MAX_KEYS = 100_000
/** Characters of a key's hash: addresses and emails are neither stored nor may they be long. */
const HASH_CHARS = 22

interface Window {
  count: number
  endsAtMs: number
}

export interface Counted {
  count: number
  /** The milliseconds until the window ends. */
  leftMs: number
}

/**
 * Counts by key in fixed windows of time, in the memory of this process (over all servers: `createSharedCounts`). @fastify/rate-limit neither says
 * how far beyond its maximum a count is nor takes our clock.
 */
export class WindowCounter {
  // With `max` the cache would reserve room for all of them at once.
  readonly #windows: LRUCache<string, Window>
  readonly #clock: Clock

  constructor(clock: Clock, maxKeys = MAX_KEYS) {
    this.#windows = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 })
    this.#clock = clock
  }

  peek(key: string): Counted {
    return this.#counted(this.#windows.get(hashOf(key)))
  }

  set(key: string, { count, endsAtMs }: Window): void {
    const window = this.#windows.get(hashOf(key))
    // The window stays, for what was counted in it may be taken back.
    if (window === undefined) this.#windows.set(hashOf(key), { count, endsAtMs })
    else Object.assign(window, { count, endsAtMs })
  }

  /** Counts one; a window of `windowMs` begins with the first. What it returns takes it back. */
  add(key: string, windowMs: number): () => void {
    const keyHash = hashOf(key)
    const window = this.#openWindow(keyHash, windowMs)
    window.count += 1
    // The count is taken from its own window, which may have ended meanwhile.
    return () => void (window.count -= 1)
  }

  #openWindow(keyHash: string, windowMs: number): Window {
    const known = this.#windows.get(keyHash)
    if (known !== undefined && known.endsAtMs > this.#clock.nowMs()) return known
    const window = { count: 0, endsAtMs: this.#clock.nowMs() + windowMs }
    this.#windows.set(keyHash, window)
    return window
  }

  #counted(window: Window | undefined): Counted {
    const leftMs = (window?.endsAtMs ?? 0) - this.#clock.nowMs()
    return window === undefined || leftMs <= 0 ? { count: 0, leftMs: 0 } : { count: window.count, leftMs }
  }
}

export function hashOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, HASH_CHARS)
}

type Row = Record<string, unknown> & { key: string; count: number; ends_at_ms: number }

/**
 * The counts of all servers of one database, in the table `limit_counts`: one statement to look, one to count. This process remembers what
 * it has seen, which answers a flood that is refused without the database, and stands in when the database is away. rate-limiter-flexible
 * takes a statement a key: 8.5 ms for what takes 0.6 here (six keys, PostgreSQL beside it).
 */
export function createSharedCounts({ db, clock }: { db: Queryable; clock: Clock }): WindowCounts {
  const seen = new WindowCounter(clock)
  const known = (keys: readonly string[]) => keys.map((key) => seen.peek(key))

  /** Remembers the counts by the hash of the key; those that are not there were not counted. */
  function remember(keys: readonly string[], rows: readonly Row[]): (Counted & { endsAtMs: number })[] {
    const byHash = new Map(rows.map((row) => [row.key, row]))
    return keys.map((key) => {
      const { count = 0, ends_at_ms: endsAtMs = 0 } = byHash.get(hashOf(key)) ?? {}
      const leftMs = endsAtMs - clock.nowMs()
      if (leftMs <= 0) return { count: 0, leftMs: 0, endsAtMs }
      seen.set(key, { count, endsAtMs })
      return { count, leftMs, endsAtMs }
    })
  }

  return {
    known,

    peek: (keys) =>
      elseSeen(
        async () => {
          const { rows } = await db.execute<Row>(sql`
            select key, count, extract(epoch from ends_at)::float8 * 1000 as ends_at_ms
            from limit_counts where key = any(${sql.param(keys.map(hashOf))}::text[])`)
          return remember(keys, rows)
        },
        () => known(keys),
      ),

    async add(windows, tx) {
      const keys = windows.map(({ key }) => key)
      const before = known(keys)
      const undoSeen = windows.map(({ key, windowMs }) => seen.add(key, windowMs))
      const undoHere = async () => {
        for (const undo of undoSeen) undo()
      }
      const count = async () => {
        const nowMs = clock.nowMs()
        // The rows have one order, so that two writers never wait for each other.
        const { rows } = await (tx ?? db).execute<Row>(sql`
          insert into limit_counts as known (key, count, ends_at)
          select key, 1, ends_at from unnest(
            ${sql.param(keys.map(hashOf))}::text[],
            ${sql.param(windows.map(({ windowMs }) => at(nowMs + windowMs)))}::timestamptz[]) as counted(key, ends_at)
          order by key
          on conflict (key) do update set
            count = case when known.ends_at <= ${at(nowMs)}::timestamptz then 1 else known.count + 1 end,
            ends_at = case when known.ends_at <= ${at(nowMs)}::timestamptz then excluded.ends_at else known.ends_at end
          returning key, count, extract(epoch from ends_at)::float8 * 1000 as ends_at_ms`)
        const counted = remember(keys, rows)
        const takeBack = async () => {
          await undoHere()
          if (tx !== undefined) return
          await elseSeen(
            async () =>
              void (await db.execute(sql`
                update limit_counts known set count = known.count - 1
                from unnest(
                  ${sql.param(keys.map(hashOf))}::text[],
                  ${sql.param(counted.map(({ endsAtMs }) => at(endsAtMs)))}::timestamptz[]) as counted(key, ends_at)
                where known.key = counted.key and known.ends_at = counted.ends_at`)),
            () => undefined,
          )
        }
        return {
          before: counted.map(({ count: after, leftMs }) => ({ count: Math.max(0, after - 1), leftMs })),
          takeBack,
        }
      }
      // In a transaction a failure is that of the write.
      return tx === undefined ? elseSeen(count, () => ({ before, takeBack: undoHere })) : count()
    },
  }
}

function at(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** The answer of the database, or what was seen before while that is away. */
async function elseSeen<T>(count: () => Promise<T>, fallback: () => T): Promise<T> {
  try {
    return await count()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return fallback()
  }
}

const WINDOW_MS = 60_000
/** The entries of one kind in a minute: enough to see what goes on, and no way to fill the disk that the log is written to. */
const MAX_OF_KIND = 300
/** The entries of one network: it does not use up what the others have. */
const MAX_OF_NETWORK = 20
const ALL = 'all networks'
/** A network's window may have begun in the one before of all: no more than this many are under way. */
const MAX_ENTRY_KEYS = 2 * MAX_OF_KIND + 1

/** Bounds the entries of one kind that anonymous clients can cause in a log. */
export class EntryBudget {
  readonly #written: WindowCounter
  #leftOut = 0

  constructor(clock: Clock) {
    this.#written = new WindowCounter(clock, MAX_ENTRY_KEYS)
  }

  /** How many were left out since the last one, if one more is to be written now; undefined when it is left out, too. */
  take(network: string): number | undefined {
    const isUsedUp =
      this.#written.peek(ALL).count >= MAX_OF_KIND || this.#written.peek(network).count >= MAX_OF_NETWORK
    if (isUsedUp) {
      this.#leftOut += 1
      return undefined
    }
    for (const key of [ALL, network]) this.#written.add(key, WINDOW_MS)
    const leftOut = this.#leftOut
    this.#leftOut = 0
    return leftOut
  }
}
