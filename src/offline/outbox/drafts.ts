import type { Clock } from '../clock'
import type { OutboxDatabase, SharedPhoto } from './database'

/** A photo shared into the guide lies here, not in a variable of the worker, until the form takes it. */
export function createDrafts(database: OutboxDatabase, clock: Clock) {
  return {
    async keep(photo: SharedPhoto): Promise<void> {
      await database.drafts.put({ id: 'shared-photo', photo, createdAt: clock.now() })
    },
    take: (): Promise<SharedPhoto | undefined> =>
      database.transaction('rw', database.drafts, async () => {
        const draft = await database.drafts.get('shared-photo')
        await database.drafts.delete('shared-photo')
        return draft?.photo
      }),
  }
}
