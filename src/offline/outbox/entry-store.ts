import { isQuotaError } from '../indexed-db'
import type { OutboxDatabase } from './database'
import { type OutboxEntry, RECEIPT_MS } from './entry'
import { upcast } from './upcast'

/** The device has no room for what was written, even without the images and the mirror. The form keeps its content. */
export class OutboxFull extends Error {
  override name = 'OutboxFull'
}

/** What can be given up for the outbox, the least missed first. */
export type SpaceMaker = () => Promise<void>

export interface EntryStore {
  /** By `seq`, the oldest first. */
  all(): Promise<OutboxEntry[]>
  get(id: string): Promise<OutboxEntry | undefined>
  countUnsent(): Promise<number>
  /** Resolves when the entry is on the disk. */
  add(entry: Omit<OutboxEntry, 'seq'>): Promise<OutboxEntry>
  /** Reads, decides and writes in one transaction; `undefined` leaves the entry as it is, and is the answer then. A new id moves it. */
  change(
    id: string,
    decide: (entry: OutboxEntry) => OutboxEntry | undefined,
  ): Promise<OutboxEntry | undefined>
  /** In one transaction, so that two senders never claim the same. */
  changeFirst(decide: (entry: OutboxEntry) => OutboxEntry | undefined): Promise<OutboxEntry | undefined>
  /** What it was when it went away; undefined when it was gone already. */
  remove(id: string): Promise<OutboxEntry | undefined>
  removeOldReceipts(now: number): Promise<void>
}

export function createEntryStore(database: OutboxDatabase, spaceMakers: readonly SpaceMaker[]): EntryStore {
  const { entries } = database

  /** A full device gives up images, then the mirror, never the outbox. */
  async function withRoom<T>(write: () => Promise<T>): Promise<T> {
    for (const makeSpace of spaceMakers) {
      try {
        return await write()
      } catch (error) {
        if (!isQuotaError(error)) throw error
        await makeSpace().catch(() => undefined)
      }
    }
    return write().catch((error: unknown) => {
      throw isQuotaError(error) ? new OutboxFull('No room on this device', { cause: error }) : error
    })
  }

  const inTransaction = <T>(work: () => Promise<T>) =>
    withRoom(() => database.transaction('rw', entries, work))
  const all = async () => (await entries.orderBy('seq').toArray()).map(upcast)

  return {
    all,
    async get(id) {
      const record = await entries.get(id)
      return record === undefined ? undefined : upcast(record)
    },
    countUnsent: () => entries.where('state').notEqual('sent').count(),
    add: (entry) =>
      inTransaction(async () => {
        const last = await entries.orderBy('seq').last()
        const added = { ...entry, seq: last === undefined ? 1 : upcast(last).seq + 1 } as OutboxEntry
        await entries.add(added)
        return added
      }),
    change: (id, decide) =>
      inTransaction(async () => {
        const record = await entries.get(id)
        const changed = record === undefined ? undefined : decide(upcast(record))
        if (changed === undefined) return undefined
        if (changed.id !== id) await entries.delete(id)
        await entries.put(changed)
        return changed
      }),
    changeFirst: (decide) =>
      inTransaction(async () => {
        for (const entry of await all()) {
          const changed = decide(entry)
          if (changed === undefined) continue
          await entries.put(changed)
          return changed
        }
        return undefined
      }),
    remove: (id) =>
      inTransaction(async () => {
        const record = await entries.get(id)
        await entries.delete(id)
        return record === undefined ? undefined : upcast(record)
      }),
    async removeOldReceipts(now) {
      const receipts = (await entries.where('state').equals('sent').toArray()).map(upcast)
      const old = receipts.filter((receipt) => (receipt.sentAt ?? 0) + RECEIPT_MS < now)
      await entries.bulkDelete(old.map((receipt) => receipt.id))
    },
  }
}
