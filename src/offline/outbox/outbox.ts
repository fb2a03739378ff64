import type { ApiClient } from '@/offline/api/api-client'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { createStorageTimeout, within } from '@/offline/platform/storage-timeout'
import { unlessFull } from '@/offline/platform/indexed-db'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import type { Locks } from '@/offline/platform/locks'
import type { SessionManager } from '@/offline/session/session'
import { MAX_LEASE_MS, msUntilNextAttempt } from './entry-state'
import { createDelivery } from '@/offline/outbox/delivery/delivery'
import type { DeliveryOptions } from '@/offline/outbox/delivery/delivery'
import { createDeliveryScheduler } from '@/offline/outbox/delivery/delivery-scheduler'
import type { DeliverySchedulerDeps } from '@/offline/outbox/delivery/delivery-scheduler'
import { openDraftSession } from '@/offline/outbox/drafts/draft-session'
import type { DraftSession, WhichDraft, DraftSessionDeps } from '@/offline/outbox/drafts/draft-session'
import type { DraftSlot, ListedStorage, StoreOptions } from '@/offline/outbox/drafts/drafts'
import { createDraftStore, createUnwrittenDrafts } from '@/offline/outbox/drafts/drafts'
import { editEntry, OutboxGone, retryEntry, holdForEditing } from '@/offline/outbox/drafts/edit-entry'
import { createPushStore } from '@/offline/push/push-store'
import { storeOrSend } from '@/offline/outbox/delivery/send-unstored'
import { deferred } from '@/offline/platform/deferred'
import { createAccountContent } from './accounts'
import { createEntryStore, subscribeLive } from './entry-store'
import { openOutboxDatabase } from '@/offline/outbox/database'
import { isReadable, OUTBOX_SCHEMA_VERSION } from './entry'
import type { OutboxContent, OutboxEntry, OutboxItem, OutboxPhoto } from './entry'
import type { Evict } from './entry-store'

/** Every read may run in a `liveQuery`, which runs again when another tab or the worker changes something. */
export type Outbox = ReturnType<typeof createOutbox>

export interface OutboxDeps extends Pick<
  DeliverySchedulerDeps,
  'deliverInWorker' | 'retries' | 'isVisible' | 'onFault'
> {
  api: ApiClient
  session: Pick<SessionManager, 'ready' | 'current' | 'owner' | 'tokensOf' | 'subscribe'>
  locks: Locks
  clock: Clock
  timers: Timers
  random: () => number
  newId: () => string
  locale?: () => string
  evictors?: readonly Evict[]
  database?: DatabaseDeps
  storage?: ListedStorage | undefined
  onEnqueued?: () => void
  onDelivered?: () => Promise<void>
}

/** A push service that does not answer holds nothing up; what it is asked goes on. */
const DELIVERED_WITHIN_MS = 5000

/** The queue of unsent writes: an entry stays until the server has acknowledged it (offline.md, outbox). */
export function createOutbox(deps: OutboxDeps) {
  const { clock, newId, session } = deps
  const database = openOutboxDatabase(deps.database)
  const store = createEntryStore(database, deps.evictors ?? [])
  const delivery = createDelivery({ ...deps, store })
  /** Rejects when the database cannot be used. */
  const deliver = async (options?: DeliveryOptions) => {
    const report = await delivery.deliver(options)
    if (deps.onDelivered !== undefined) await within(deps.timers, DELIVERED_WITHIN_MS, deps.onDelivered())
    return report
  }
  const { schedule, reached, close } = createDeliveryScheduler({
    ...deps,
    deliver,
    countUnsent: store.countUnsent,
  })
  const { drafts, entries } = database
  let isClosed = false
  const currentOwner = () => session.current()?.user.id ?? null
  const unwritten = deps.storage && createUnwrittenDrafts(deps.storage, clock)
  const draftStore = createDraftStore(
    { drafts, entries, transaction: store.transaction, unwritten },
    { ...deps, owner: currentOwner },
  )

  const withTimeout = createStorageTimeout(deps.timers)
  const unstorable = { ...deps, withTimeout, store, schedule, isClosed: () => isClosed }

  /**
   * Resolves when the entry is on the disk; its draft is deleted in the same transaction. Where the storage is
   * refused, broken or full it is sent at once. Throws `AlreadySubmitted`, or `OutboxFull` or `OutboxUnavailable`:
   * then the form keeps its content.
   */
  async function enqueue(
    content: OutboxContent,
    photo?: OutboxPhoto,
    { dropsDraft, owner }: Partial<StoreOptions> = {},
  ): Promise<OutboxEntry> {
    await session.ready
    const written = {
      ...content,
      id: dropsDraft?.key.token ?? newId(),
      schemaVersion: OUTBOX_SCHEMA_VERSION,
      owner: owner ?? currentOwner(),
      ...(photo === undefined ? {} : { photo }),
      ...(deps.locale === undefined ? {} : { locale: deps.locale() }),
      state: 'queued' as const,
      attempts: 0,
      // It is not 'now': the clock may be wrong, and be put back.
      nextAttemptAt: 0,
      leaseUntil: 0,
      createdAt: clock.now(),
    }
    const entry = await storeOrSend(unstorable, written, dropsDraft)
    if (entry.state === 'sent') return entry
    deps.onEnqueued?.()
    void schedule()
    return entry
  }

  /** Edits in place, see `editEntry`. Throws `OutboxBusy` while it is being sent, `OutboxGone` when it is sent or discarded, `OutboxChanged`. */
  async function replace(
    id: string,
    content: OutboxContent,
    photo?: OutboxPhoto,
    { dropsDraft, opened }: Partial<StoreOptions> = {},
  ): Promise<OutboxEntry> {
    const edit = { content, photo, opened }
    const edited = await store.rewrite(id, (entry) => editEntry(entry, edit, newId, clock.now()), dropsDraft)
    if (edited === undefined) throw new OutboxGone('Discarded')
    deps.onEnqueued?.()
    void schedule()
    return edited
  }

  return {
    enqueue,
    /** The newest first, receipts of the last 7 days and unreadable records included. */
    list: async () => (await store.all()).toReversed(),
    get: store.get,
    waiting: store.countUnsent,
    /** Tries everything queued now; with an id also what needed attention. Resolves after the pass or that entry's attempt. */
    async sendNow(id?: string) {
      const now = clock.now()
      const asked: string[] = []
      for (const item of id === undefined ? await store.all() : [await store.get(id)]) {
        if (item === undefined || !isReadable(item) || (id === undefined && item.state !== 'queued')) continue
        const retried = await unlessFull(store.change(item.id, (entry) => retryEntry(entry, now)))
        if (retried === 'full') asked.push(item.id)
      }
      deps.onEnqueued?.()
      const pass = schedule({ asked })
      // A photo that hangs takes a while longer than the entry that was asked for.
      const isNoted = id !== undefined && asked.length === 0
      const outcome = isNoted ? waitUntilSettled({ ...deps, get: store.get }, id, MAX_LEASE_MS, pass) : pass
      await Promise.race([pass, outcome.catch(() => pass)])
    },
    /** The entry as soon as an attempt has ended, at the latest after `forMs`; as it last was when it is discarded meanwhile. */
    settled: (id: string, forMs: number) => waitUntilSettled({ ...deps, get: store.get }, id, forMs),
    replace,
    /** A lease for an editor: the entry is not sent until it is released. Throws like `replace`. */
    holdForEditing: (id: string) => holdForEditing({ ...deps, store, onReleased: () => void schedule() }, id),
    /** The only way an unsent entry is deleted. See `mayHaveArrived` of the returned entry, which is as it was. */
    discard: store.remove,
    deliver,
    /** Delivery for a page, in the worker if there is one: never rejects, and retries while something is left. */
    schedule,
    /** A request of this page that is not the outbox's own has got through: what only waited for a network is delivered. */
    reached,
    drafts: draftStore,
    push: createPushStore(store, drafts),
    accounts: createAccountContent(store, database, {
      recover: draftStore.recover,
      unwritten,
      now: clock.now,
      onDetached: deps.onEnqueued,
    }),
    openDraft: createDraftOpener({
      ...deps,
      withTimeout,
      unwritten,
      owner: currentOwner,
      drafts: draftStore,
      outbox: { enqueue, replace },
    }),
    close() {
      isClosed = true
      close()
      database.close()
    },
  }
}

interface DraftOpenerDeps extends Omit<DraftSessionDeps, 'slot' | 'which' | 'owner'> {
  session: { ready: Promise<unknown> }
  owner: () => string | null
}

function createDraftOpener(
  deps: DraftOpenerDeps,
): (slot: DraftSlot, which?: WhichDraft) => Promise<DraftSession> {
  const { session, drafts, withTimeout } = deps
  /** The last writes of forms that were closed: a form that is opened next begins with what they write. */
  const closing = new Set<Promise<void>>()

  return async (slot, which) => {
    // Both wait at the same time where the storage is silent.
    const opened = Promise.all(closing)
      .then(drafts.recover)
      .then(() => drafts.list(slot))
    await Promise.allSettled([session.ready, withTimeout(opened)])
    const form = await openDraftSession({ ...deps, slot, which, owner: deps.owner() })
    return {
      ...form,
      close() {
        const written = form.flush().finally(() => closing.delete(written))
        closing.add(written)
        form.close()
      },
    }
  }
}

interface WaitDeps {
  get: (id: string) => Promise<OutboxItem | undefined>
  clock: Clock
  timers: Timers
}

async function waitUntilSettled(
  { get, clock, timers }: WaitDeps,
  id: string,
  forMs: number,
  over?: Promise<unknown>,
): Promise<OutboxEntry> {
  const settled = deferred<undefined>()
  let last: OutboxEntry | undefined
  const check = (item: OutboxItem | undefined) => {
    const entry = item !== undefined && isReadable(item) ? item : undefined
    last = entry ?? last
    if (entry === undefined || isSettled(entry, clock.now())) settled.resolve(undefined)
  }
  const unsubscribe = subscribeLive(() => get(id), check)
  const cancel = timers.after(forMs, () => settled.resolve(undefined))
  await Promise.race([settled.promise, ...(over === undefined ? [] : [over])])
  cancel()
  unsubscribe()
  check(await get(id))
  if (last === undefined) throw new OutboxGone('Discarded')
  return last
}

function isSettled(entry: OutboxEntry, now: number): boolean {
  switch (entry.state) {
    case 'sent':
    case 'needs-attention':
    case 'paused-sign-in':
      return true
    case 'queued':
      return msUntilNextAttempt(entry, now) > 0
    case 'sending':
      return false
  }
}
