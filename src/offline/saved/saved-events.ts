import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import * as z from 'zod/mini'
import { programmeEventSchema } from '@/contract/events/events'
import type { ProgrammeEvent, PublicEvent } from '@/contract/events/events'
import { mergeTaps, MAX_TAPS } from '@/domain/saved/merge-taps'
import type { SavedTap } from '@/domain/saved/merge-taps'
import { subscribeLive } from '@/offline/outbox/entry-store'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { withReopen } from '@/offline/platform/indexed-db'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { createStorageTimeout } from '@/offline/platform/storage-timeout'
import type { Replica } from '@/offline/replica/replica'
import { serverTimeMs } from '@/offline/replica/server-time'
import { mergeFetched } from '@/offline/replica/stored-event'
import { villageDay } from '@/contract/envelope'
import type { ApiClient } from '@/offline/api/api-client'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import type { SessionManager } from '@/offline/session/session'
import { mergeSavedEvents } from '@/contract/accounts/own-events'

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
  onTap?: (() => void) | undefined
}

export function createSavedEvents({ clock, timers, replica, ...deps }: SavedEventsDeps) {
  const database = openSavedDatabase(deps.database)
  const withTimeout = createStorageTimeout(timers)
  const reading = <T>(work: () => Promise<T>) => withTimeout(withReopen(database, work))
  const writing = <T>(work: () => Promise<T>) =>
    reading(() => database.transaction('rw', database.events, database.removed, database.settings, work))

  const nowMs = async () => serverTimeMs(await replica.sync().catch(() => undefined), clock.now())

  async function account(): Promise<string | undefined> {
    return accountRowSchema.safeParse(await database.settings.get('account')).data?.userId
  }

  /** Call it inside a transaction. */
  async function readTaps(): Promise<SavedTap[]> {
    const [saved, removed] = await Promise.all([database.events.toArray(), database.removed.toArray()])
    return [
      ...saved.flatMap((record) => tapOf(readRecord(record))),
      ...removed.flatMap((row) => {
        const { data } = removedEventSchema.safeParse(row)
        return data ? [{ eventId: data.eventId, isSaved: false, tappedAt: data.removedAt }] : []
      }),
    ]
  }

  /** Call it inside a transaction. */
  async function put(record: SavedEvent): Promise<void> {
    await database.events.put(record)
    await database.removed.delete(record.eventId)
  }

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
      await writing(async () => {
        const known = await readTaps()
        for (const record of records)
          await put({ ...record, savedAt: timeAfter(known, record.eventId, savedAt) })
      })
      deps.onTap?.()
    },
    async remove(eventId: string) {
      const now = await nowMs()
      const removed = await writing(async () => {
        const removedAt = timeAfter(await readTaps(), eventId, now)
        const record = readRecord(await database.events.get(eventId))
        await database.events.delete(eventId)
        if ((await account()) !== undefined) await database.removed.put({ eventId, removedAt })
        return record
      })
      deps.onTap?.()
      return removed
    },
    async restore(record: SavedEvent) {
      const now = await nowMs()
      await writing(async () => put({ ...record, savedAt: timeAfter(await readTaps(), record.eventId, now) }))
      deps.onTap?.()
    },
    async refresh(events: readonly ProgrammeEvent[]) {
      await writing(async () => {
        for (const snapshot of events) {
          const record = readRecord(await database.events.get(snapshot.id))
          if (record !== undefined) await database.events.put({ ...record, snapshot })
        }
      })
    },
    async clear() {
      // The account keeps what it has: from now on this device goes without.
      await writing(() =>
        Promise.all([database.events.clear(), database.removed.clear(), database.settings.clear()]),
      )
    },
    /** The account whose devices are to have the same; undefined: they stay on this device. */
    account: () => reading(account),
    async keepFor(userId: string | undefined) {
      await writing(async () => {
        await Promise.all([database.settings.clear(), database.removed.clear()])
        if (userId !== undefined) await database.settings.put({ key: 'account', userId })
      })
      deps.onTap?.()
    },
    taps: () => writing(readTaps),
    /** Merges what the server knows into what was `sent`. A saved event that `find` does not know is left out. */
    async apply(
      taps: readonly SavedTap[],
      sent: readonly SavedTap[],
      find: (eventId: string) => Promise<ProgrammeEvent | undefined>,
    ) {
      const known = await writing(readTaps)
      const news = taps.filter((tap) => isNews(tap, known))
      const found = await Promise.all(news.map(async (tap) => ({ tap, event: await find(tap.eventId) })))
      await writing(async () => {
        // Somebody may have tapped in the meantime.
        const here = await readTaps()
        for (const { tap, event } of found.filter((one) => isNews(one.tap, here))) {
          const { eventId, day, tappedAt } = tap
          if (!tap.isSaved) {
            await database.events.delete(eventId)
            await database.removed.put({ eventId, removedAt: tappedAt })
          } else if (event !== undefined)
            await put({ eventId, ...(day !== undefined && { day }), savedAt: tappedAt, snapshot: event })
        }
        for (const tap of taps.filter((one) => isSentAhead(one, here, sent))) {
          const { eventId, tappedAt } = tap
          if (tap.isSaved) await database.events.update(eventId, { savedAt: tappedAt })
          else await database.removed.put({ eventId, removedAt: tappedAt })
        }
      })
    },
    close: () => database.close(),
  }
}

/** The time of a tap that is made now: later than the one it takes the place of, though this device's clock may be behind. */
function timeAfter(known: readonly SavedTap[], eventId: string, now: number): number {
  const before = known.find((tap) => tap.eventId === eventId)
  return before === undefined ? now : Math.max(now, before.tappedAt + 1)
}

/** A tap that the server knows by an earlier time, because this clock is ahead: with its own time it would count as new at each sync. */
function isSentAhead(tap: SavedTap, here: readonly SavedTap[], sent: readonly SavedTap[]): boolean {
  const isSame = (own: SavedTap) =>
    own.eventId === tap.eventId && own.isSaved === tap.isSaved && own.day === tap.day
  const own = here.find(isSame)
  return (
    own !== undefined &&
    own.tappedAt > tap.tappedAt &&
    sent.some((one) => isSame(one) && one.tappedAt === own.tappedAt)
  )
}

function isNews(tap: SavedTap, known: readonly SavedTap[]): boolean {
  return mergeTaps(known, [tap]).includes(tap)
}

function tapOf(record: SavedEvent | undefined): SavedTap[] {
  if (record === undefined) return []
  const { eventId, day, savedAt } = record
  return [{ eventId, day, isSaved: true, tappedAt: savedAt }]
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

const removedEventSchema = z.object({ eventId: z.string(), removedAt: z.number() })

const accountRowSchema = z.object({ key: z.literal('account'), userId: z.string() })

type SavedDatabase = Dexie & {
  /** Read them through their schema. */
  events: Table<unknown, string>
  removed: Table<unknown, string>
  settings: Table<unknown, string>
}

/** A database of its own: it outlives signing out, 'Remove from this device' and the versions of the replica, and nothing evicts it. */
export function openSavedDatabase(deps?: DatabaseDeps): SavedDatabase {
  const database = new Dexie('ericeira-saved', {
    chromeTransactionDurability: 'strict',
    // The heart shows what is on the disk, not what Dexie expects to be there after the transaction.
    cache: 'disabled',
    ...deps,
  }) as SavedDatabase
  database.version(1).stores({ events: 'eventId', removed: 'eventId', settings: 'key' })
  return database
}

interface SavedSyncDeps {
  api: ApiClient
  session: Pick<SessionManager, 'current' | 'tokensOf'>
  saved: Pick<SavedEvents, 'account' | 'taps' | 'apply'>
  programme: Pick<ProgrammeReader, 'event'>
}

/** Makes the device's and the account's the same, in one call, which can be repeated whole. Never rejects. */
export function createSavedSync({ api, session, saved, programme }: SavedSyncDeps): () => Promise<void> {
  let last = Promise.resolve()

  async function sync(): Promise<void> {
    const userId = session.current()?.user.id
    if (userId === undefined || (await saved.account()) !== userId) return
    const taps = (await saved.taps())
      // When there are too many, hearts that were taken back go first.
      .toSorted((a, b) => Number(b.isSaved) - Number(a.isSaved) || b.tappedAt - a.tappedAt)
      .slice(0, MAX_TAPS)
    const items = taps.map(({ eventId, day, isSaved, tappedAt }) => ({
      event_id: eventId,
      ...(day !== undefined && { day }),
      is_saved: isSaved,
      tapped_at: tappedAt,
    }))
    const outcome = await api.call(mergeSavedEvents, { body: { items } }, { auth: session.tokensOf(userId) })
    // Somebody else may be signed in by now, or the person has changed their mind.
    if (outcome.kind !== 'ok' || (await saved.account()) !== userId) return
    const merged = outcome.data.items.map(({ event_id, day, is_saved, tapped_at }) => ({
      eventId: event_id,
      day,
      isSaved: is_saved,
      tappedAt: tapped_at,
    }))
    await saved.apply(merged, taps, async (id) => (await programme.event(id).catch(() => null))?.data)
  }

  // Syncs follow one another: what the first has brought the next one knows.
  return () => (last = last.then(sync).catch(() => undefined))
}
