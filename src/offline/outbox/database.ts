import { Dexie, type EntityTable, type Table } from 'dexie'
import type { Reminder } from '@/contract/accounts/push'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import type { Draft } from './drafts'
import type { OutboxEntry, OutboxPhoto } from './entry'

/** Content that another app shared and that waits for the form (manifest, share_target). Texts may be empty. */
export interface Shared {
  title: string
  text: string
  url: string
  photo?: { bytes: ArrayBuffer; type: string; name: string } | undefined
  /** Epoch milliseconds. */
  createdAt: number
}

/** `isPending`: the server does not know it yet. With nothing in `before` the browser wants to be told no more. */
export type StoredReminder = Reminder & { isPending: boolean }

/** Where and of what this browser is notified, as far as the server is known to know. Nothing of an account itself. */
export interface StoredPush {
  endpoint?: string | undefined
  /** It is told of an account's submissions. */
  hasAccount?: boolean
  /** It is told of something without an account. */
  hasVisitors?: boolean
  reminders: StoredReminder[]
}

export type OutboxDatabase = Dexie & {
  entries: EntityTable<OutboxEntry, 'id'>
  /** The photo of an entry or of a draft, under its id or token: no list and no count reads bytes. */
  photos: EntityTable<OutboxPhoto & { id: string }, 'id'>
  /** The text of drafts as it was last in `localStorage`, which browsers write to the disk seconds later. */
  drafts: EntityTable<Draft, 'token'>
  shared: Table<Shared, 'shared'>
  /** Where this device is notified (`push/push-store.ts`). */
  push: Table<StoredPush & { id: string }, string>
}

/** Never dropped. A new optional field of an entry needs no new version. */
export function openOutboxDatabase(deps?: DatabaseDeps): OutboxDatabase {
  const database = new Dexie('ericeira-outbox', {
    chromeTransactionDurability: 'strict',
    // The page shows what is on the disk, not what Dexie expects to be there after the transaction.
    cache: 'disabled',
    ...deps,
  }) as OutboxDatabase
  database
    .version(1)
    .stores({ entries: 'id, seq, state', photos: 'id', drafts: 'token', shared: '', push: 'id' })
  return database
}

/** A browser's subscription as the server gets it. */
export interface BrowserKeys {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export type PushStore = ReturnType<typeof createPushStore>

const ROW = 'push'

/** One row, and the wishes of visitors beside their entries, deleted with them. Rejects where the storage cannot be used. */
export function createPushStore(database: OutboxDatabase) {
  const { entries, push: rows } = database
  const read = async (): Promise<StoredPush> => (await rows.get(ROW)) ?? { reminders: [] }
  return {
    read,
    change: (decide: (known: StoredPush) => Partial<StoredPush>) =>
      database.transaction('rw', rows, async () => {
        const known = await read()
        await rows.put({ ...known, ...decide(known), id: ROW })
      }),
    /** Entries whose visitor wants to be told of the review; one without a receipt was not sent yet. */
    wishes: () => entries.filter(({ wantsPush }) => wantsPush === true).toArray(),
    setWish: async (entryId: string, isWished: boolean) =>
      void (await entries.update(entryId, { wantsPush: isWished || undefined })),
  }
}
