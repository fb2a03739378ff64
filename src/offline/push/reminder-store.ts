import * as z from 'zod/mini'
import { villageDay } from '@/contract/envelope'
import { REMINDER_KINDS } from '@/domain/events/reminder'

/** The reminders that this browser wants of a date. With nothing in `before` it wants to be told no more. */
const storedReminder = z.object({
  event_id: z.string(),
  day: villageDay,
  before: z.array(z.enum(REMINDER_KINDS)),
  /** The server does not know it yet. */
  isPending: z.boolean(),
})
export type StoredReminder = z.infer<typeof storedReminder>

/** The stored reminders as they are read, of any version of the app; undefined where there is none. */
export interface ReminderRow {
  read(): Promise<unknown>
  change(decide: (stored: unknown) => StoredReminder[]): Promise<void>
}

/** The reminders of this browser as far as it knows: a person's own, which 'Remove from this device' leaves. */
export interface ReminderStore {
  /** All that can be read. Rejects where the device's storage cannot be read. */
  all(): Promise<StoredReminder[]>
  change(decide: (known: StoredReminder[]) => StoredReminder[]): Promise<void>
}

export function createReminderStore(row: ReminderRow): ReminderStore {
  return {
    all: async () => readStored(await row.read()),
    change: (decide) => row.change((stored) => decide(readStored(stored))),
  }
}

function readStored(stored: unknown): StoredReminder[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one) => {
    const read = storedReminder.safeParse(one)
    return read.success ? [read.data] : []
  })
}
