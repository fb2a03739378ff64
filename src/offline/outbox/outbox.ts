import type { ApiClient } from '../api-client'
import type { ChangeNotifier } from '../change-notifier'
import type { Clock, Timers } from '../clock'
import type { DatabaseParts } from '../indexed-db'
import type { Locks } from '../locks'
import type { SessionKeeper } from '../session'
import { openOutboxDatabase, type SharedPhoto } from './database'
import { createDelivery, type DeliveryReport } from './delivery'
import { createDrafts } from './drafts'
import { editEntry, OutboxGone, retryEntry } from './edit-entry'
import { OUTBOX_SCHEMA_VERSION, type OutboxContent, type OutboxEntry, type OutboxPhoto } from './entry'
import { createEntryStore, type SpaceMaker } from './entry-store'
import { waitUntilSettled } from './wait-until-settled'
import { createWaker } from './waker'

export interface Outbox {
  /**
   * Resolves when the entry is durably on this device; sending then starts by itself. Throws `OutboxFull` when there
   * is no room even without images and mirror: the form keeps its content.
   */
  enqueue(content: OutboxContent, photo?: OutboxPhoto): Promise<OutboxEntry>
  /** The newest first, receipts of the last 7 days included. */
  list(): Promise<OutboxEntry[]>
  get(id: string): Promise<OutboxEntry | undefined>
  /** How many are not sent. */
  waiting(): Promise<number>
  /** Told of any change, also by the worker or another tab. */
  subscribe(listener: () => void): () => void
  /** The person's wish: whatever waits is due now; with an id also what needed attention. Resolves after the pass. */
  sendNow(id?: string): Promise<void>
  /**
   * The entry as soon as an attempt has come to an end (sent, refused, or put off), at the latest after `forMs`; as it
   * last was when it is discarded meanwhile.
   */
  settled(id: string, forMs: number): Promise<OutboxEntry>
  /** Edits in place, see `editEntry`. Throws `OutboxBusy` while it is being sent, `OutboxGone` when it is sent or discarded. */
  replace(id: string, content: OutboxContent, photo?: OutboxPhoto): Promise<OutboxEntry>
  /**
   * The only way an unsent entry goes away. What was already on its way may still arrive (`mayHaveArrived` of the
   * answer, which is the entry as it was).
   */
  discard(id: string): Promise<OutboxEntry | undefined>
  /** Sends what is due (the worker's sync event). Rejects when the database cannot be used. */
  deliver(options?: { networkIsBack?: boolean }): Promise<DeliveryReport>
  /** The same for a page: never rejects, and comes back by itself while something is left. */
  wake(options?: { networkIsBack?: boolean }): Promise<void>
  keepSharedPhoto(photo: SharedPhoto): Promise<void>
  /** Hands over the photo that was shared into the guide, once. */
  takeSharedPhoto(): Promise<SharedPhoto | undefined>
  close(): void
}

export interface OutboxParts {
  /** A client without tokens of its own: each entry brings its owner's. */
  api: ApiClient
  session: Pick<SessionKeeper, 'ready' | 'current' | 'owner' | 'tokensOf' | 'subscribe'>
  locks: Locks
  notifier: ChangeNotifier
  clock: Clock
  timers: Timers
  /** In [0, 1). */
  random: () => number
  newId: () => string
  locale?: () => string
  /** Called when the device is full, in turn, until the write succeeds. */
  spaceMakers?: readonly SpaceMaker[]
  database?: DatabaseParts
  /** Pages go on by themselves while something waits; the worker is called by its sync event. */
  keepsTrying?: boolean
  /** After each enqueue: ask for background sync, for persistent storage. */
  onEnqueued?: () => void
  /** A pass that failed for no reason of the network: a bug, or a database that went away. */
  onFault?: (error: unknown) => void
}

/** What a person wrote stays here until the server has said that it has it (offline.md, outbox). */
export function createOutbox(parts: OutboxParts): Outbox {
  const { clock, notifier, session } = parts
  const database = openOutboxDatabase(parts.database)
  const store = createEntryStore(database, parts.spaceMakers ?? [])
  const drafts = createDrafts(database, clock)
  const onChange = () => notifier.notify()
  const { deliver } = createDelivery({ ...parts, store, onChange })
  const waker = createWaker({ ...parts, deliver, countUnsent: store.countUnsent })

  return {
    async enqueue(content, photo) {
      await session.ready
      const entry = await store.add({
        ...content,
        id: parts.newId(),
        schemaVersion: OUTBOX_SCHEMA_VERSION,
        owner: session.current()?.user.id ?? null,
        ...(photo === undefined ? {} : { photo }),
        ...(parts.locale === undefined ? {} : { locale: parts.locale() }),
        state: 'queued',
        attempts: 0,
        // Not 'now': the clock may be wrong, and be put back.
        nextAttemptAt: 0,
        leaseUntil: 0,
        createdAt: clock.now(),
      })
      onChange()
      parts.onEnqueued?.()
      void waker.wake()
      return entry
    },
    list: async () => (await store.all()).toReversed(),
    get: store.get,
    waiting: store.countUnsent,
    subscribe: notifier.subscribe,
    async sendNow(id) {
      const now = clock.now()
      for (const entry of id === undefined ? await store.all() : [await store.get(id)]) {
        if (entry === undefined || (id === undefined && entry.state !== 'queued')) continue
        await store.change(entry.id, (current) => retryEntry(current, now))
      }
      onChange()
      await waker.wake()
    },
    settled: (id, forMs) => waitUntilSettled({ ...parts, get: store.get }, id, forMs),
    async replace(id, content, photo) {
      const edited = await store.change(id, (entry) =>
        editEntry(entry, { content, photo }, parts.newId, clock.now()),
      )
      if (edited === undefined) throw new OutboxGone('Discarded')
      onChange()
      void waker.wake()
      return edited
    },
    async discard(id) {
      const discarded = await store.remove(id)
      onChange()
      return discarded
    },
    deliver,
    wake: waker.wake,
    keepSharedPhoto: drafts.keep,
    takeSharedPhoto: drafts.take,
    close() {
      waker.close()
      notifier.close()
      database.close()
    },
  }
}
