import type { OutboxDatabase, StoredPush } from '@/offline/outbox/database'

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
