import type { ApiClient } from '@/offline/api/api-client'
import { isFull, subscribeLive, unlessFull, type DatabaseDeps } from '@/offline/platform/indexed-db'
import { type Clock, type Timers, createStorageTimeout, within } from '@/offline/platform/deferred'
import type { Locks } from '@/offline/platform/locks'
import type { SessionManager } from '@/offline/session/session'
import { createPushStore, openOutboxDatabase, type Shared } from './database'
import {
  createDelivery,
  createScheduler,
  editLockOf,
  type DeliveryOptions,
  type SchedulerDeps,
} from './delivery'
import type { Draft, Drafts } from './drafts'
import {
  hasEarlierArrived,
  isRefusal,
  isSameText,
  isUnsent,
  mayHaveArrived,
  OutboxChanged,
  OutboxRefusal,
  OutboxUnavailable,
  writerOf,
  type OutboxContent,
  type OutboxEntry,
  type OutboxPhoto,
} from './entry'
import { sendEntry } from './send-entry'

/** An unsent entry that is open in an editor: nobody sends it until it is saved or released. */
export interface Editing {
  entry: OutboxEntry
  photo: OutboxPhoto | undefined
  release(): Promise<void>
}

export interface Unsent {
  entries: number
  drafts: number
  /** An attempt was made and its response never came: deleting it here may not take it back. */
  mayHaveArrived: boolean
}

/** Every read may run in a `liveQuery`, which runs again when another tab or the worker changes something. */
export type Outbox = ReturnType<typeof createOutbox>

export interface OutboxDeps extends Pick<SchedulerDeps, 'retries' | 'isVisible' | 'onFault'> {
  api: ApiClient
  session: Pick<SessionManager, 'ready' | 'current' | 'owner' | 'tokensOf'>
  locks: Locks
  clock: Clock
  timers: Timers
  random: () => number
  newId: () => string
  locale?: (() => string) | undefined
  /** They make room for the outbox, in this order: the images go, then the replica. */
  evictors?: readonly (() => Promise<void>)[]
  database?: DatabaseDeps
  /** The drafts of this page; the worker has none. */
  drafts?: Drafts | undefined
  onEnqueued?: (() => void) | undefined
  onDelivered?: (() => Promise<void>) | undefined
}

/** A push service that does not answer holds nothing up; what it is asked goes on. */
const DELIVERED_WITHIN_MS = 5000

/** The queue of unsent writes: an entry stays until the server has acknowledged it (offline.md, outbox). */
export function createOutbox(deps: OutboxDeps) {
  const { clock, newId, session, evictors = [] } = deps
  const database = openOutboxDatabase(deps.database)
  const { entries, photos, drafts, shared } = database
  const withTimeout = createStorageTimeout(deps.timers)
  const delivery = createDelivery({ ...deps, database, withRoom })
  const scheduler = createScheduler({ ...deps, deliver, countUnsent })

  /** Rejects when the database cannot be used. */
  async function deliver(options?: DeliveryOptions) {
    const report = await delivery.deliver(options)
    if (deps.onDelivered !== undefined) await within(deps.timers, DELIVERED_WITHIN_MS, deps.onDelivered())
    return report
  }

  const transaction = <T>(work: () => Promise<T>) => database.transaction('rw', entries, photos, drafts, work)

  /** The work of a person, or an entry that the server accepted, is worth the images and the replica: without them there may be room. */
  async function withRoom<T>(work: () => Promise<T>): Promise<T> {
    let cause: unknown
    for (const makeRoom of [undefined, ...evictors]) {
      await makeRoom?.().catch(() => undefined)
      try {
        return await transaction(work)
      } catch (error) {
        if (!(await isFull(error))) throw error
        cause = error
      }
    }
    throw new OutboxRefusal('full', { cause })
  }

  function countUnsent(): Promise<number> {
    return entries.where('state').notEqual('sent').count()
  }

  async function putPhoto(id: string, photo: OutboxPhoto | undefined): Promise<void> {
    await (photo === undefined ? photos.delete(id) : photos.put({ ...photo, id }))
  }

  async function add(
    written: Omit<OutboxEntry, 'seq'>,
    photo: OutboxPhoto | undefined,
  ): Promise<OutboxEntry> {
    if ((await entries.get(written.id)) !== undefined) throw new OutboxRefusal('submitted')
    const last = await entries.orderBy('seq').last()
    const entry = { ...written, seq: (last?.seq ?? 0) + 1 } as OutboxEntry
    await entries.add(entry)
    await putPhoto(entry.id, photo)
    await drafts.delete(entry.id)
    return entry
  }

  function startDelivery(): void {
    deps.onEnqueued?.()
    void scheduler.schedule()
  }

  /**
   * Resolves when the entry is on the disk. Where the device cannot store it, it is sent at once, under the same key. Throws
   * `OutboxRefusal` or `OutboxUnavailable`: then the form keeps its content.
   */
  async function enqueue(
    content: OutboxContent,
    photo?: OutboxPhoto,
    { id = newId(), owner }: { id?: string | undefined; owner?: string | null | undefined } = {},
  ): Promise<OutboxEntry> {
    await session.ready
    const written = {
      ...content,
      id,
      owner: owner ?? session.current()?.user.id ?? null,
      ...(photo && { photo: { name: photo.name, byteLength: photo.bytes.byteLength } }),
      ...(deps.locale && { locale: deps.locale() }),
      state: 'queued' as const,
      attempts: 0,
      // It is not 'now': the clock may be wrong, and be put back.
      nextAttemptAt: 0,
      createdAt: clock.now(),
    }
    const storing = withRoom(() => add(written, photo))
    try {
      const entry = await withTimeout(storing)
      startDelivery()
      return entry
    } catch (error) {
      if (isRefusal(error, 'submitted')) throw error
      // A storage that was only slow has it after all: delivered under the same key, it gets the first response.
      void storing.then(startDelivery, () => undefined)
      return sendUnstored({ ...written, seq: 0 } as OutboxEntry, photo, error)
    }
  }

  async function sendUnstored(entry: OutboxEntry, photo: OutboxPhoto | undefined, cause: unknown) {
    const outcome = await sendEntry(deps, entry, photo)
    if (outcome.kind !== 'ok') {
      if (isRefusal(cause, 'full') && outcome.kind === 'unreachable') throw cause
      throw new OutboxUnavailable(outcome, { cause })
    }
    return {
      ...entry,
      state: 'sent' as const,
      attempts: 1,
      sentAt: clock.now(),
      receipt: outcome.data,
    }
  }

  async function get(id: string): Promise<OutboxEntry> {
    const entry = await entries.get(id)
    if (entry === undefined || entry.state === 'sent') throw new OutboxRefusal('gone')
    if (entry.state === 'sending') throw new OutboxRefusal('busy')
    return entry
  }

  /**
   * Under the same key, because nobody may know whether an earlier attempt arrived, until the person has seen it.
   * Throws `OutboxRefusal`: then the form keeps its content.
   */
  async function save(
    opened: Pick<OutboxEntry, 'id' | 'edits'>,
    content: OutboxContent,
    photo?: OutboxPhoto,
  ): Promise<OutboxEntry> {
    const saved = await withRoom(async () => {
      const entry = await get(opened.id)
      if (entry.edits !== opened.edits) throw new OutboxChanged(entry)
      const { photo: _, lastError: __, ...rest } = entry
      const changed: OutboxEntry = {
        ...rest,
        ...content,
        ...(photo && { photo: { name: photo.name, byteLength: photo.bytes.byteLength } }),
        ...(hasEarlierArrived(entry) && { id: newId(), createdAt: clock.now() }),
        // An error response means that nothing was stored; every other attempt still counts.
        attempts: entry.state === 'needs-attention' ? 0 : entry.attempts,
        edits: (entry.edits ?? 0) + 1,
        state: 'queued',
        nextAttemptAt: 0,
      }
      await remove(entry.id)
      await entries.put(changed)
      await putPhoto(changed.id, photo)
      return changed
    })
    startDelivery()
    return saved
  }

  /** Takes an entry out of the queue for an editor, by a lock that ends with its page. Throws `OutboxRefusal`. */
  async function edit(id: string): Promise<Editing> {
    const unlock = await deps.locks.hold(editLockOf(id))
    const release = async () => {
      await unlock()
      void scheduler.schedule()
    }
    try {
      const take = async () => {
        const found = await get(id)
        if (found.state !== 'needs-attention') await entries.update(id, { state: 'editing' })
        return found
      }
      const taken = await unlessFull(transaction(take))
      // A full device opens the editor all the same; what is sent meanwhile is said when it is saved.
      const entry = taken === 'full' ? await get(id) : taken
      return { entry, photo: await photos.get(id), release }
    } catch (error) {
      await release()
      throw error
    }
  }

  async function remove(...ids: string[]): Promise<void> {
    await entries.bulkDelete(ids)
    await photos.bulkDelete(ids)
  }

  const removeWhere = (isGone: (entry: OutboxEntry) => boolean) =>
    transaction(async () => {
      const gone = await entries.filter(isGone).toArray()
      await remove(...gone.map(({ id }) => id))
      return gone
    })

  return {
    enqueue,
    save,
    edit,
    /** The newest first, receipts of the last 7 days included. */
    list: async () => (await entries.orderBy('seq').toArray()).toReversed(),
    get: (id: string) => entries.get(id),
    photo: (id: string): Promise<OutboxPhoto | undefined> => photos.get(id),
    waiting: countUnsent,
    isSame: async (id: string, { payload }: OutboxContent) =>
      isSameText((await entries.get(id))?.payload, payload),
    /** The only way an unsent entry is deleted. Resolves with it as it was. */
    discard: (id: string) =>
      transaction(async () => {
        const entry = await entries.get(id)
        await remove(id)
        return entry
      }),
    /** Tries everything queued now; with an id also what needed attention. Resolves after the attempts. */
    async sendNow(id?: string) {
      const asked =
        id === undefined ? entries.where('state').equals('queued') : entries.where('id').equals(id)
      await unlessFull(
        asked
          .filter(({ state }) => !['sent', 'sending'].includes(state))
          .modify({ state: 'queued', nextAttemptAt: 0 }),
      )
      deps.onEnqueued?.()
      await scheduler.schedule({ networkIsBack: true })
    },
    /** The entry as soon as an attempt has ended, at the latest after `forMs`. Throws `OutboxRefusal` when it is discarded. */
    async settled(id: string, forMs: number): Promise<OutboxEntry> {
      const settling = new Promise<void>((resolve) => {
        const stop = subscribeLive(
          () => entries.get(id),
          (entry) => isSettled(entry) && end(),
        )
        const end = () => {
          queueMicrotask(stop)
          resolve()
        }
      })
      await within(deps.timers, forMs, settling)
      const entry = await entries.get(id)
      if (entry === undefined) throw new OutboxRefusal('gone')
      return entry
    },
    deliver,
    /** Delivery in a page: never rejects, and retries while something is left. */
    schedule: scheduler.schedule,
    /** A request of this page that is not the outbox's own has got through: what only waited for a network is delivered. */
    reached: scheduler.reached,

    /** A draft was perhaps submitted as the page ended; else it may have a photo. */
    async ofDraft(token: string): Promise<{ isSubmitted: boolean; photo: OutboxPhoto | undefined }> {
      const [submitted, photo] = await withTimeout(Promise.all([entries.get(token), photos.get(token)]))
      return { isSubmitted: submitted !== undefined, photo }
    },
    putDraftPhoto: (token: string, photo: OutboxPhoto | undefined) =>
      transaction(async () => {
        // The photo of a draft that was submitted is the entry's.
        if ((await entries.get(token)) === undefined) await putPhoto(token, photo)
      }),
    putDraft: (draft: Draft) =>
      transaction(async () => {
        if ((await entries.get(draft.token)) === undefined) await drafts.put(draft)
      }),
    removeDraft: (token: string) =>
      transaction(async () => {
        await drafts.delete(token)
        if ((await entries.get(token)) === undefined) await photos.delete(token)
      }),
    async recoverDrafts() {
      const [stored, ids] = await withTimeout(
        Promise.all([drafts.toArray(), entries.toCollection().primaryKeys()]),
      )
      const submitted = new Set(ids)
      deps.drafts?.recover(stored, (token) => submitted.has(token))
    },
    /** Deletes the photos of drafts that are gone, such as those of a browser that has cleared `localStorage` alone. */
    tidy: () =>
      transaction(async () => {
        const kept = new Set([
          ...(await entries.toCollection().primaryKeys()),
          ...(deps.drafts?.tokens() ?? []),
        ])
        const ids = await photos.toCollection().primaryKeys()
        await photos.bulkDelete(ids.filter((id) => !kept.has(id)))
      }),

    async storeShared(content: Omit<Shared, 'createdAt'>) {
      await shared.put({ ...content, createdAt: clock.now() }, 'shared')
    },
    shared: () => shared.get('shared'),
    /** The share of that time is a draft by now. A later one stays. */
    settleShared: ({ createdAt }: Pick<Shared, 'createdAt'>) =>
      database.transaction('rw', shared, async () => {
        if ((await shared.get('shared'))?.createdAt === createdAt) await shared.delete('shared')
      }),

    async unsentOf(ownerId: string): Promise<Unsent> {
      const own = await entries.filter((entry) => isUnsent(entry) && writerOf(entry) === ownerId).toArray()
      const written = deps.drafts?.ofOwner(ownerId) ?? []
      return { entries: own.length, drafts: written.length, mayHaveArrived: own.some(mayHaveArrived) }
    },
    async removeOf(ownerId: string) {
      for (const draft of deps.drafts?.ofOwner(ownerId) ?? []) {
        deps.drafts?.remove(draft)
        await drafts.delete(draft.token)
        await photos.delete(draft.token)
      }
      return removeWhere((entry) => writerOf(entry) === ownerId)
    },
    removeReceiptsExcept: (ownerId: string | null) =>
      removeWhere((entry) => !isUnsent(entry) && ![null, ownerId].includes(writerOf(entry))),
    /** Sends it as a visitor's; what it says stays hidden from others. False while it is being sent. The key stays: an attempt under the account may have arrived. */
    async detachAccount(id: string) {
      const isDetached = await transaction(async () => {
        const entry = await get(id).catch(() => undefined)
        if (entry === undefined || entry.owner === null) return false
        await entries.update(id, { owner: null, writtenBy: entry.owner, state: 'queued', nextAttemptAt: 0 })
        return true
      })
      if (isDetached) startDelivery()
      return isDetached
    },
    push: createPushStore(database),
    close() {
      scheduler.close()
      database.close()
    },
  }
}

function isSettled(entry: OutboxEntry | undefined): boolean {
  if (entry === undefined) return true
  return entry.state !== 'sending' && (entry.state !== 'queued' || entry.nextAttemptAt > 0)
}
