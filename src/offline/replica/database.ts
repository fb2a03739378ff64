import { Dexie, type Table } from 'dexie'
import * as z from 'zod/mini'
import { tagSchema } from '@/contract/events/events'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'

/** A published event on this device. */
export interface StoredEvent {
  id: string
  /** A `ProgrammeEvent` when it was written; read it through its schema. */
  event: unknown
  /** The hash of its photo; absent without one. */
  photo?: string
  /** End of its last occurrence, epoch seconds. */
  endsAt: number
  /** The time when the server last sent it, epoch ms. */
  storedAt: number
}

/** The state of the sync. Instants are epoch milliseconds of the device. */
export const syncRecordSchema = z.object({
  key: z.literal('sync'),
  /** The number changes with every change of the events. */
  revision: z.number(),
  /** Fetches what changed since; without it the next sync fetches the whole programme. */
  cursor: z.optional(z.string()),
  /** When the last sync succeeded; without it the replica is not complete. */
  syncedAt: z.optional(z.number()),
  /** When a sync did not reach the server; cleared by the next that succeeds. */
  unreachableAt: z.optional(z.number()),
  /** How far the server's clock is ahead of the device's, ms. */
  clockOffsetMs: z.optional(z.number()),
  /** The device had no room for the images: until then no more than so many are fetched ahead. */
  full: z.optional(z.object({ images: z.number(), until: z.number() })),
})
export type SyncRecord = z.infer<typeof syncRecordSchema>

/** The person's choices for this device; no eviction deletes them. */
export const choiceRecordSchema = z.object({
  key: z.literal('choice'),
  /** Whether they removed the programme: nothing is fetched ahead until they ask for it. */
  isRemoved: z.boolean(),
  /** The images of everything that is coming up, not only of the next events. */
  allImages: z.boolean(),
})
export type ChoiceRecord = z.infer<typeof choiceRecordSchema>

/** All tags of the app, also those that no event bears; no eviction deletes them, so that the form has them. */
export const tagsRecordSchema = z.object({ key: z.literal('tags'), tags: z.array(tagSchema) })
type TagsRecord = z.infer<typeof tagsRecordSchema>

export type ReplicaDatabase = Dexie & {
  events: Table<StoredEvent, string>
  meta: Table<SyncRecord | ChoiceRecord | TagsRecord, string>
}

/**
 * Opens the replica's database. It may be dropped at any time, and is when it cannot be read: everything in it can be fetched again.
 */
export function openReplicaDatabase(deps?: DatabaseDeps): ReplicaDatabase {
  const database = new Dexie('ericeira-replica', { ...deps }) as ReplicaDatabase
  database.version(1).stores({ events: 'id, photo, endsAt', meta: 'key' })
  return database
}
