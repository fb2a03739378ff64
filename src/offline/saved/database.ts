import { Dexie, type Table } from 'dexie'
import * as z from 'zod/mini'
import { villageDay } from '@/contract/envelope'
import { programmeEventSchema } from '@/contract/events/events'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'

/** An event that the person has saved. Instants are epoch milliseconds of the server's time, as far as a sync has told it. */
export const savedEventSchema = z.object({
  eventId: z.string(),
  /** The village day that was chosen of an event with several; without it the next one. */
  day: z.optional(villageDay),
  savedAt: z.number(),
  /** The event as the device last knew it: it stays when the programme has it no more. */
  snapshot: programmeEventSchema,
})
export type SavedEvent = z.infer<typeof savedEventSchema>

/** An event that is saved no more, while the account's devices are kept alike: they are told. */
export const removedEventSchema = z.object({ eventId: z.string(), removedAt: z.number() })

/** The account whose devices are to have the same saved events. */
export const accountRowSchema = z.object({ key: z.literal('account'), userId: z.string() })

export type SavedDatabase = Dexie & {
  /** Read them through their schema. */
  events: Table<unknown, string>
  removed: Table<unknown, string>
  settings: Table<unknown, string>
}

/**
 * A person's own choice, in a database of its own: it outlives signing out, 'Remove from this device' and the versions of the replica,
 * and nothing evicts it. Writes are flushed to the disk before they count ('strict').
 */
export function openSavedDatabase(deps?: DatabaseDeps): SavedDatabase {
  const database = new Dexie('ericeira-saved', {
    chromeTransactionDurability: 'strict',
    // The heart shows what is on the disk, not what Dexie expects to be there after the transaction.
    cache: 'disabled',
    ...deps,
  }) as SavedDatabase
  database.version(1).stores({ events: 'eventId', removed: 'eventId', settings: 'key' })
  return database
}
