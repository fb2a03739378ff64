import * as z from 'zod/mini'
import { villageDay } from '@/contract/envelope'
import { REMINDER_KINDS } from '@/domain/events/reminder'
import type { OutboxDatabase } from '@/offline/outbox/database'
import type { EntryStore } from '@/offline/outbox/entry-store'

/** What this browser wants to be told of a date. With nothing in `before` it wants to be told no more. */
const storedReminder = z.object({
  event_id: z.string(),
  day: villageDay,
  before: z.array(z.enum(REMINDER_KINDS)),
  /** The server does not know it yet. */
  isPending: z.boolean(),
})
export type StoredReminder = z.infer<typeof storedReminder>

/** The reminders of this browser as far as it knows: a person's own, which 'Remove from this device' leaves. */
export interface ReminderStore {
  /** Those that cannot be read any more are left out. Rejects where the device's storage cannot be read. */
  all(): Promise<StoredReminder[]>
  change(decide: (known: StoredReminder[]) => StoredReminder[]): Promise<void>
}

/** The row stands beside the drafts, which a device keeps as it keeps the outbox. */
const ROW = 'reminders'

export function createReminderStore(
  transaction: EntryStore['transaction'],
  rows: OutboxDatabase['drafts'],
): ReminderStore {
  async function all(): Promise<StoredReminder[]> {
    const stored = (await rows.get(ROW))?.reminders
    if (!Array.isArray(stored)) return []
    return stored.flatMap((one) => {
      const read = storedReminder.safeParse(one)
      return read.success ? [read.data] : []
    })
  }

  return {
    all,
    change: (decide) =>
      transaction(async () => {
        const reminders = decide(await all())
        await (reminders.length === 0 ? rows.delete(ROW) : rows.put({ id: ROW, reminders }))
      }),
  }
}
