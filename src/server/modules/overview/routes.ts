import type { AppParts, Handlers } from '@/server/http/routing/handlers'
import { countTags, longestWaiting, submissionsByWeek } from './events'
import { mailQueue } from './mail-queue'
import { databaseBytes } from './storage'

/** How the guide is doing, for administrators. */
export function overviewHandlers({ db, storage }: AppParts): Pick<Handlers, 'getOverview'> {
  return {
    getOverview: async ({ nowSeconds }) => {
      const [tags, waiting, weeks, mail, database, photo, disk] = await Promise.all([
        countTags(db),
        longestWaiting(db),
        submissionsByWeek(db, nowSeconds),
        mailQueue(db, nowSeconds),
        databaseBytes(db),
        storage.photoBytes(),
        storage.disk(),
      ])
      return {
        tags,
        waiting,
        weeks,
        mail,
        storage: { photo_bytes: photo, database_bytes: database, ...(disk && { disk }) },
      }
    },
  }
}
