import * as z from 'zod/mini'
import type { OutboxDatabase } from './database'
import { isReadable } from './entry'
import type { EntryStore } from './entry-store'

/** A visitor's wish to be notified of a review, whose event is at the server. */
export interface ArrivedWish {
  id: string
  eventId: string
  locale: string | undefined
}

/** What is stored of push: visitors' wishes, each beside its entry, with which it goes, and where an account is notified. */
export interface PushStore {
  addWish(entryId: string): Promise<void>
  /** It is registered, or never will be. */
  removeWish(entryId: string): Promise<void>
  arrivedWishes(): Promise<ArrivedWish[]>
  /** The endpoint that an account registered on this device; nothing of the account itself. */
  accountEndpoint(): Promise<string | undefined>
  storeAccountEndpoint(endpoint: string | undefined): Promise<void>
}

/** Beside the drafts, which a device keeps as it keeps the outbox. */
const ROW = 'push'
const rowSchema = z.object({ endpoint: z.string() })

export function createPushStore(
  { all, change }: Pick<EntryStore, 'all' | 'change'>,
  rows: OutboxDatabase['drafts'],
): PushStore {
  return {
    addWish: async (entryId) =>
      void (await change(entryId, (entry) =>
        entry.kind === 'submitEvent' ? { ...entry, wantsPush: true } : undefined,
      )),
    removeWish: async (entryId) =>
      void (await change(entryId, ({ wantsPush, ...entry }) => (wantsPush === true ? entry : undefined))),
    arrivedWishes: async () =>
      (await all())
        .filter(isReadable)
        .flatMap(({ id, state, wantsPush, receipt, locale }) =>
          wantsPush === true && state === 'sent' && receipt !== undefined
            ? [{ id, eventId: receipt.id, locale }]
            : [],
        ),
    async accountEndpoint() {
      const row = rowSchema.safeParse(await rows.get(ROW).catch(() => undefined))
      return row.success ? row.data.endpoint : undefined
    },
    async storeAccountEndpoint(endpoint) {
      if (endpoint === undefined) await rows.delete(ROW)
      else await rows.put({ id: ROW, endpoint })
    },
  }
}
