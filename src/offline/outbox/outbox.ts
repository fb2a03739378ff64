import type { ApiClient } from '@/offline/api/api-client'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { createStorageTimeout, within } from '@/offline/platform/storage-timeout'
import { unlessFull } from '@/offline/platform/indexed-db'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import type { Locks } from '@/offline/platform/locks'
import type { SessionManager } from '@/offline/session/session'
import { MAX_LEASE_MS, msUntilNextAttempt } from './entry-state'
import { createDelivery } from '@/offline/outbox/delivery/delivery'
import type { DeliveryOptions, DeliveryReport } from '@/offline/outbox/delivery/delivery'
import { createDeliveryScheduler } from '@/offline/outbox/delivery/delivery-scheduler'
import type { DeliverySchedulerDeps } from '@/offline/outbox/delivery/delivery-scheduler'
import { openDraftSession } from '@/offline/outbox/drafts/draft-session'
import type { DraftSession, WhichDraft, DraftSessionDeps } from '@/offline/outbox/drafts/draft-session'
import type { DraftSlot, KnownDraft, DraftStore, ListedStorage } from '@/offline/outbox/drafts/drafts'
import { createDraftStore, createUnwrittenDrafts } from '@/offline/outbox/drafts/drafts'
import { editEntry, OutboxGone, retryEntry, holdForEditing } from '@/offline/outbox/drafts/edit-entry'
import type { EditHold } from '@/offline/outbox/drafts/edit-entry'
import { createFormTokens } from '@/offline/outbox/delivery/form-tokens'
import type { FormTokens } from '@/offline/outbox/delivery/form-tokens'
import { createPushStore } from '@/offline/push/push-store'
import type { PushStore } from '@/offline/push/push-store'
import { storeOrSend } from '@/offline/outbox/delivery/send-unstored'
import { deferred } from '@/offline/platform/deferred'
import { createAccountContent } from './accounts'
import type { AccountContent } from './accounts'
import { createEntryStore, subscribeLive } from './entry-store'
import { openOutboxDatabase } from '@/offline/outbox/database'
import { isReadable, OUTBOX_SCHEMA_VERSION } from './entry'
import type { OutboxContent, OutboxEntry, OutboxItem, OutboxPhoto } from './entry'
import type { Evict } from './entry-store'

/** Every read may run in a `liveQuery`, which runs again when another tab or the worker changes something. */
export interface Outbox {
  /**
   * Resolves when the entry is durably stored on this device; delivery is scheduled then. The draft it came from is dropped
   * in the same transaction, and its token is the entry's id: `AlreadySubmitted` when that is taken. Where the storage is
   * refused, broken or full it is sent at once, and resolves as sent. If that fails too, the form keeps its content: throws
   * `OutboxFull` when there is no room even without images and replica, else `OutboxUnavailable`.
   */
  enqueue(content: OutboxContent, photo?: OutboxPhoto, options?: WriteOptions): Promise<OutboxEntry>
  /** The newest first, receipts of the last 7 days and unreadable records included. */
  list(): Promise<OutboxItem[]>
  get(id: string): Promise<OutboxItem | undefined>
  /** How many are not sent. */
  waiting(): Promise<number>
  /**
   * Tries everything queued now, on the person's request; with an id also what needed attention. Resolves after the pass, or as soon as the
   * attempt of that one entry has ended.
   */
  sendNow(id?: string): Promise<void>
  /**
   * The entry as soon as an attempt has ended (sent, refused, or waiting for a retry), at the latest after `forMs`; as it
   * last was when it is discarded meanwhile.
   */
  settled(id: string, forMs: number): Promise<OutboxEntry>
  /** Edits in place, see `editEntry`. Throws `OutboxBusy` while it is being sent, `OutboxGone` when it is sent or discarded, `OutboxChanged`. */
  replace(
    id: string,
    content: OutboxContent,
    photo?: OutboxPhoto,
    options?: WriteOptions,
  ): Promise<OutboxEntry>
  /** A lease for an editor: the entry is not sent until it is released. Throws like `replace`. */
  holdForEditing(id: string): Promise<EditHold>
  /**
   * The only way an unsent entry is deleted. What was already being sent may still arrive: see `mayHaveArrived` of the
   * returned entry, which is as it was.
   */
  discard(id: string): Promise<OutboxItem | undefined>
  /** Sends whatever may be sent now (the worker's events). Rejects when the database cannot be used. */
  deliver(options?: DeliveryOptions): Promise<DeliveryReport>
  /** Delivery for a page, in the worker if there is one: never rejects, and retries while something is left. */
  schedule(options?: DeliveryOptions): Promise<void>
  /**
   * A request of this page that is not the outbox's own has got through: what only waited for a network is delivered at once.
   * `online` does not come when only the network behind the phone's own was away.
   */
  reached(): Promise<void>
  drafts: DraftStore
  push: PushStore
  accounts: AccountContent
  formTokens: Pick<FormTokens, 'keepFresh'>
  /** Opens a form's draft. */
  openDraft(slot: DraftSlot, which?: WhichDraft): Promise<DraftSession>
  close(): void
}

interface WriteOptions {
  /** The draft that this was, gone in the same transaction. */
  dropsDraft?: KnownDraft | undefined
  /** The account that it was written under; that of the current user when absent. */
  owner?: string | null | undefined
  /** The entry as its editor knows it, see `editEntry`. */
  opened?: string | undefined
}

export interface OutboxDeps extends Pick<
  DeliverySchedulerDeps,
  'deliverInWorker' | 'retries' | 'isVisible' | 'onFault'
> {
  /** A client without tokens of its own: each entry brings its owner's. */
  api: ApiClient
  session: Pick<SessionManager, 'ready' | 'current' | 'owner' | 'tokensOf' | 'subscribe'>
  locks: Locks
  clock: Clock
  timers: Timers
  /** A number in [0, 1). */
  random: () => number
  newId: () => string
  locale?: () => string
  /** Called when the quota is exceeded, one after another until the write succeeds. */
  evictors?: readonly Evict[]
  database?: DatabaseDeps
  /** A page's `localStorage`; the worker has none. */
  storage?: ListedStorage | undefined
  /** The outbox calls this when something is to be sent: registers background sync, requests persistent storage. */
  onEnqueued?: () => void
  /** Called after each delivery, for what waits for an entry to be sent. */
  onDelivered?: () => Promise<void>
}

/** A push service that does not answer holds nothing up; what it is asked goes on. */
const DELIVERED_WITHIN_MS = 5000

/** The queue of unsent writes: an entry stays until the server has acknowledged it (offline.md, outbox). */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { clock, newId, session } = deps
  const database = openOutboxDatabase(deps.database)
  const store = createEntryStore(database, deps.evictors ?? [])
  const formTokens = createFormTokens({ ...deps, rows: database.drafts })
  const delivery = createDelivery({ ...deps, store, formTokens })
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
  const unstorable = { ...deps, withTimeout, store, formTokens, schedule, isClosed: () => isClosed }

  async function enqueue(
    content: OutboxContent,
    photo?: OutboxPhoto,
    { dropsDraft, owner }: WriteOptions = {},
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

  async function replace(
    id: string,
    content: OutboxContent,
    photo?: OutboxPhoto,
    { dropsDraft, opened }: WriteOptions = {},
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
    list: async () => (await store.all()).toReversed(),
    get: store.get,
    waiting: store.countUnsent,
    async sendNow(id) {
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
    settled: (id, forMs) => waitUntilSettled({ ...deps, get: store.get }, id, forMs),
    replace,
    holdForEditing: (id) => holdForEditing({ ...deps, store, onReleased: () => void schedule() }, id),
    discard: store.remove,
    deliver,
    schedule,
    reached,
    drafts: draftStore,
    push: createPushStore(store, drafts),
    accounts: createAccountContent(store, database, {
      recover: draftStore.recover,
      unwritten,
      now: clock.now,
      onDetached: deps.onEnqueued,
    }),
    formTokens,
    openDraft: createDraftOpener({
      ...deps,
      withTimeout,
      unwritten,
      owner: currentOwner,
      drafts: draftStore,
      formTokens,
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
  formTokens: Pick<FormTokens, 'obtain'>
  owner: () => string | null
}

/** Opens drafts for forms, each with what the forms before it have still been writing. */
function createDraftOpener(
  deps: DraftOpenerDeps,
): (slot: DraftSlot, which?: WhichDraft) => Promise<DraftSession> {
  const { session, formTokens, drafts, withTimeout } = deps
  /** The last writes of forms that were closed: a form that is opened next begins with what they write. */
  const closing = new Set<Promise<void>>()

  return async (slot, which) => {
    // By the time that the form is filled in, the token is old enough.
    void formTokens.obtain()
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

/** See `Outbox.settled`. Ends with `over` at the latest. */
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

/** Whether no attempt is under way, and none is about to begin. */
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
