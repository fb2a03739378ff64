import { Dexie, type Table } from 'dexie'
import type { ProgrammeEvent } from '@/contract/events'
import type { DatabaseParts } from '../indexed-db'
import type { UsedTag } from '../programme-source'

/** A published event on this device, and when the server last said so (epoch ms). */
export interface KeptEvent {
  id: string
  event: ProgrammeEvent
  keptAt: number
}

export type MetaRow =
  /** The whole programme was here at `syncedAt`; `cursor` asks for what has changed since. */
  | { key: 'programme'; cursor: string; syncedAt: number }
  | { key: 'used-tags'; tags: UsedTag[]; keptAt: number }

export type ReplicaDatabase = Dexie & {
  events: Table<KeptEvent, string>
  meta: Table<MetaRow, MetaRow['key']>
}

/** May be dropped at any time, and is when it cannot be read: everything in it can be had again. */
export function openReplicaDatabase(parts?: DatabaseParts): ReplicaDatabase {
  const database = new Dexie('ericeira-replica', { ...parts }) as ReplicaDatabase
  database.version(1).stores({ events: 'id', meta: 'key' })
  return database
}
