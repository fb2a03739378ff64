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

export type Evict = () => Promise<void>

/** Damaged and newer records are listed, counted and removed like the others; nothing else is done to them. */
export type EntryStore = ReturnType<typeof createEntryStore>

export function createEntryStore(
  database: OutboxDatabase,
  evictors: readonly Evict[],
  estimateRoom?: EstimateRoom,
) {
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

  const transaction = <T>(work: () => Promise<T>) =>
    withReopen(database, () => database.transaction('rw', entries, drafts, work))
  const inTransaction = <T>(work: () => Promise<T>) => withRoom(() => transaction(work))

  const read = async (id: string) => {
    const record = await withReopen(database, () => entries.get(id))
    return record === undefined ? undefined : readEntry(record)
  }
  // The index lacks a record without a number.
  /** All items by `seq`, the oldest first; what has none comes last. */
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
    /** Throws `AlreadySubmitted` when the id is taken. Once aborted, nothing is written any more, unless it is being committed. */
    add(entry: Omit<OutboxEntry, 'seq'>, draft?: KnownDraft, signal?: AbortSignal) {
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
    /** When `decide` returns undefined, the entry stays. Evicts nothing: without a network images could not be fetched again. */
    change: (id: string, decide: (entry: OutboxEntry) => OutboxEntry | undefined) =>
      transaction(() => changeIn(id, decide)),
    /** The same for what a person has done or the server has accepted, which evicts. A new id moves the entry. */
    rewrite: (id: string, decide: (entry: OutboxEntry) => OutboxEntry | undefined, draft?: KnownDraft) =>
      inTransaction(() => changeIn(id, decide, draft)),
    changeFirst: (decide: (entry: OutboxEntry) => OutboxEntry | undefined) =>
      transaction(async () => {
        for (const entry of await all()) {
          const changed = isReadable(entry) ? decide(entry) : undefined
          if (changed === undefined) continue
          await entries.put(changed)
          return changed
        }
        return undefined
      }),
    remove: (id: string) =>
      transaction(async () => {
        const removed = await read(id)
        await entries.delete(id)
        return removed
      }),
    removeAll: (isGone: (item: OutboxItem) => boolean) =>
      transaction(async () => {
        const gone = (await all()).filter(isGone)
        await entries.bulkDelete(gone.map(({ id }) => id))
        return gone
      }),
    async removeOldReceipts(now: number) {
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

/** Calls `next` now and after each change, also of another tab or the worker; not when the database cannot be read. */
export function subscribeLive<T>(read: () => Promise<T>, next: (found: T) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next, error: () => undefined })
  return () => subscription.unsubscribe()
}
