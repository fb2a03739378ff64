import type { OutboxDatabase } from './database'
import { liveQuery } from 'dexie'
import { isFull, withReopen } from '@/offline/platform/indexed-db'
import type { EstimateRoom } from '@/offline/platform/indexed-db'
import { AlreadySubmitted, removeDraft } from '@/offline/outbox/drafts/drafts'
import type { KnownDraft } from '@/offline/outbox/drafts/drafts'
import { isReadable, isUnsent, RECEIPT_MS } from './entry'
import type { OutboxEntry, OutboxItem } from './entry'
import { readEntry } from './read-entry'

/** The device has no room for what was written, even without the images and the replica. The form keeps its content. */
export class OutboxFull extends Error {
  override name = 'OutboxFull'
}

/** Frees storage that can be fetched again, so that the outbox has room. */
export type Evict = () => Promise<void>

/** Damaged and newer records are listed, counted and removed like the others; nothing else is done to them. */
export interface EntryStore {
  /** All items by `seq`, the oldest first; what has none comes last. */
  all(): Promise<OutboxItem[]>
  get(id: string): Promise<OutboxItem | undefined>
  countUnsent(): Promise<number>
  /**
   * Resolves when the entry is on the disk, and the draft that it came from is not. Throws `AlreadySubmitted` when the
   * id is taken. Once aborted, nothing is written any more, unless it is being committed.
   */
  add(entry: Omit<OutboxEntry, 'seq'>, draft?: KnownDraft, signal?: AbortSignal): Promise<OutboxEntry>
  /**
   * Reads, decides and writes in one transaction; when `decide` returns undefined, the entry stays and so does this. What is
   * only noted about an entry evicts nothing: without a network images and replica could not be fetched again.
   */
  change(
    id: string,
    decide: (entry: OutboxEntry) => OutboxEntry | undefined,
  ): Promise<OutboxEntry | undefined>
  /** The same for what a person has done or the server has accepted, which evicts what can be fetched again. A new id moves the entry. The draft is deleted with the change. */
  rewrite(
    id: string,
    decide: (entry: OutboxEntry) => OutboxEntry | undefined,
    draft?: KnownDraft,
  ): Promise<OutboxEntry | undefined>
  /** Changes the first entry that `decide` takes, in one transaction, so that two senders never claim the same. */
  changeFirst(decide: (entry: OutboxEntry) => OutboxEntry | undefined): Promise<OutboxEntry | undefined>
  /** The entry as it was; undefined when it was gone already. */
  remove(id: string): Promise<OutboxItem | undefined>
  /** Removes all items that match, in one transaction. Resolves with them as they were. */
  removeAll(isGone: (item: OutboxItem) => boolean): Promise<OutboxItem[]>
  removeOldReceipts(now: number): Promise<void>
  /** A transaction over entries and drafts. */
  transaction<T>(work: () => Promise<T>): Promise<T>
}

export function createEntryStore(
  database: OutboxDatabase,
  evictors: readonly Evict[],
  estimateRoom?: EstimateRoom,
): EntryStore {
  const { entries, drafts } = database

  /** When the quota is exceeded images are evicted, then the replica, never the outbox. */
  async function withRoom<T>(write: () => Promise<T>): Promise<T> {
    for (const evict of evictors) {
      try {
        return await write()
      } catch (error) {
        if (!(await isFull(error, estimateRoom))) throw error
        await evict().catch(() => undefined)
      }
    }
    return write().catch(async (error: unknown) => {
      const isHopeless = await isFull(error, estimateRoom)
      throw isHopeless ? new OutboxFull('No room on this device', { cause: error }) : error
    })
  }

  // A draft evicts nothing, only an entry does.
  const transaction = <T>(work: () => Promise<T>) =>
    withReopen(database, () => database.transaction('rw', entries, drafts, work))
  const inTransaction = <T>(work: () => Promise<T>) => withRoom(() => transaction(work))

  const read = async (id: string) => {
    const record = await withReopen(database, () => entries.get(id))
    return record === undefined ? undefined : readEntry(record)
  }
  // The index lacks a record without a number.
  const all = async () => {
    const records = await withReopen(database, () => entries.toArray())
    return records.map(readEntry).toSorted((a, b) => seqOf(a) - seqOf(b))
  }

  async function nextSeq(): Promise<number> {
    const taken = await entries.orderBy('seq').keys()
    return Math.max(0, ...taken.filter((seq) => Number.isSafeInteger(seq)).map(Number)) + 1
  }

  async function changeIn(
    id: string,
    decide: (entry: OutboxEntry) => OutboxEntry | undefined,
    draft?: KnownDraft,
  ): Promise<OutboxEntry | undefined> {
    const entry = await read(id)
    const changed = entry !== undefined && isReadable(entry) ? decide(entry) : undefined
    if (changed === undefined) return undefined
    if (changed.id !== id) await entries.delete(id)
    await entries.put(changed)
    if (draft !== undefined) await removeDraft(drafts, draft)
    return changed
  }

  return {
    all,
    get: read,
    countUnsent: async () => (await all()).filter(isUnsent).length,
    add(entry, draft, signal) {
      let isRepeated = false
      return inTransaction(async () => {
        const known = await read(entry.id)
        // Its connection was lost in committing it.
        const isOwn = known !== undefined && isReadable(known) && known.createdAt === entry.createdAt
        if (isRepeated && isOwn) return known
        if (known !== undefined) throw new AlreadySubmitted(entry.id)
        isRepeated = true
        const added = { ...entry, seq: await nextSeq() } as OutboxEntry
        await entries.add(added)
        if (draft !== undefined) await removeDraft(drafts, draft)
        signal?.throwIfAborted()
        return added
      })
    },
    change: (id, decide) => transaction(() => changeIn(id, decide)),
    rewrite: (id, decide, draft) => inTransaction(() => changeIn(id, decide, draft)),
    changeFirst: (decide) =>
      transaction(async () => {
        for (const entry of await all()) {
          const changed = isReadable(entry) ? decide(entry) : undefined
          if (changed === undefined) continue
          await entries.put(changed)
          return changed
        }
        return undefined
      }),
    remove: (id) =>
      transaction(async () => {
        const removed = await read(id)
        await entries.delete(id)
        return removed
      }),
    removeAll: (isGone) =>
      transaction(async () => {
        const gone = (await all()).filter(isGone)
        await entries.bulkDelete(gone.map(({ id }) => id))
        return gone
      }),
    async removeOldReceipts(now) {
      const receipts = (await entries.where('state').equals('sent').toArray()).map(readEntry)
      const old = receipts.filter(
        (receipt) =>
          receipt.state === 'damaged' || (isReadable(receipt) && (receipt.sentAt ?? 0) + RECEIPT_MS < now),
      )
      await entries.bulkDelete(old.map((receipt) => receipt.id))
    },
    transaction,
  }
}

function seqOf(item: OutboxItem): number {
  return isReadable(item) ? item.seq : Infinity
}

/**
 * Live query: calls `next` with what `read` finds now, and again whenever it may have changed, in this tab, another, or
 * the worker. Not called when the database cannot be read.
 */
export function subscribeLive<T>(read: () => Promise<T>, next: (found: T) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => subscription.unsubscribe()
}
