import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'

/** Content that another app shared and that waits for the form (manifest, share_target). Texts may be empty. */
export interface Shared {
  title: string
  text: string
  url: string
  photo?: { bytes: ArrayBuffer; type: string; name: string } | undefined
}

/** The rows belong to `drafts.ts` and `push/push-store.ts`, each under keys of its own. */
interface DraftRow {
  id: string
  [field: string]: unknown
}

const OUTBOX_DATABASE = 'ericeira-outbox'

export type OutboxDatabase = Dexie & {
  /** Read them through `readEntry`: they may be damaged, or of newer code. */
  entries: Table<unknown, string>
  drafts: Table<DraftRow, string>
}

/** Never dropped. Each entry has its own `schemaVersion`: an old tab goes on writing old records after an upgrade. */
export function openOutboxDatabase(deps?: DatabaseDeps): OutboxDatabase {
  const database = new Dexie(OUTBOX_DATABASE, {
    chromeTransactionDurability: 'strict',
    // The page shows what is on the disk, not what Dexie expects to be there after the transaction.
    cache: 'disabled',
    ...deps,
  }) as OutboxDatabase
  database.version(1).stores({ entries: 'id, seq, state', drafts: 'id' })
  return database
}
