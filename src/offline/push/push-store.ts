import * as z from 'zod/mini'
import type { OutboxDatabase } from '@/offline/outbox/database'
import { villageDay } from '@/contract/envelope'
import { REMINDER_KINDS } from '@/domain/events/reminder'

export interface PushRequest {
  id: string
  eventId: string
  locale: string | undefined
}

/** The stored state of push: visitors' requests, each beside its entry and deleted with it, and where an account is notified. */
export type PushStore = ReturnType<typeof createPushStore>

const ROW = 'push'
const REMINDERS = 'reminders'
const rowSchema = z.object({
  account: z.optional(z.string()),
  visitor: z.optional(z.string()),
  /** The browser has another by now, and the server has not accepted that yet. */
  replaced: z.optional(z.string()),
})
export type Endpoints = z.infer<typeof rowSchema>

export function createPushStore(database: OutboxDatabase) {
  const { entries, push: rows } = database
  const transaction = <T>(work: () => Promise<T>) => database.transaction('rw', rows, work)
  const wanting = () => entries.filter(({ wantsPush }) => wantsPush === true).toArray()

  async function endpoints(): Promise<Endpoints> {
    return rowSchema.safeParse(await rows.get(ROW)).data ?? {}
  }

  return {
    reminders: {
      read: async () => (await rows.get(REMINDERS))?.reminders,
      change: (decide: (stored: unknown) => StoredReminder[]) =>
        transaction(async () => {
          const reminders = decide((await rows.get(REMINDERS))?.reminders)
          await (reminders.length === 0 ? rows.delete(REMINDERS) : rows.put({ id: REMINDERS, reminders }))
        }),
    },
    addRequest: async (entryId: string) => void (await entries.update(entryId, { wantsPush: true })),
    removeRequest: async (entryId: string) => void (await entries.update(entryId, { wantsPush: undefined })),
    pendingRequests: async () =>
      (await wanting()).flatMap(({ id, receipt, locale }) =>
        receipt === undefined ? [] : [{ id, eventId: receipt.id, locale }],
      ),
    /** The endpoint at which this device is notified, as far as the server is known to know. Nothing of an account itself. */
    endpoints: () => endpoints().catch((): Endpoints => ({})),
    changeEndpoints: (decide: (known: Endpoints) => Endpoints) =>
      transaction(async () => {
        const changed = decide(await endpoints())
        const isNone = Object.values(changed).every((endpoint) => endpoint === undefined)
        await (isNone ? rows.delete(ROW) : rows.put({ id: ROW, ...changed }))
      }),
    hasVisitors: async () => (await endpoints()).visitor !== undefined || (await wanting()).length > 0,
  }
}

/** The reminders that this browser wants of a date. With nothing in `before` it wants to be told no more. */
const storedReminder = z.object({
  event_id: z.string(),
  day: villageDay,
  before: z.array(z.enum(REMINDER_KINDS)),
  isPending: z.boolean(),
})
export type StoredReminder = z.infer<typeof storedReminder>

/** The stored reminders as they are read, of any version of the app; undefined where there is none. */
interface ReminderRow {
  read(): Promise<unknown>
  change(decide: (stored: unknown) => StoredReminder[]): Promise<void>
}

export function createReminderStore(row: ReminderRow) {
  return {
    /** All that can be read. Rejects where the device's storage cannot be read. */
    all: async () => readStored(await row.read()),
    change: (decide: (known: StoredReminder[]) => StoredReminder[]) =>
      row.change((stored) => decide(readStored(stored))),
  }
}

function readStored(stored: unknown): StoredReminder[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one) => storedReminder.safeParse(one).data ?? [])
}

export interface BrowserKeys {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export type Subscribed =
  | { kind: 'subscribed'; keys: BrowserKeys }
  /** The device has no connection; a later attempt may succeed. */
  | { kind: 'unreachable' }
  | { kind: 'impossible' }
