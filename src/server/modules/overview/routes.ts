import type { AppParts, Handlers } from '@/server/http/routing/handlers'
import { givenUpJobs } from './given-up-jobs'
import { importsToSee } from './imports'
import { countTags, longestWaiting, submissionsByWeek } from './events'
import { mailQueue } from './mail-queue'
import { onToday } from './today'
import { databaseBytes } from './storage'

/** How the app is doing, for administrators. */
export function overviewHandlers({ db, storage }: AppParts): Pick<Handlers, 'getOverview'> {
  return {
    getOverview: async ({ nowSeconds }) => {
      const [imports, given_up, tags, today, waiting, weeks, mail, database, photo, disk] = await Promise.all(
        [
          importsToSee(db),
          givenUpJobs(db),
          countTags(db),
          onToday(db, nowSeconds),
          longestWaiting(db),
          submissionsByWeek(db, nowSeconds),
          mailQueue(db, nowSeconds),
          databaseBytes(db),
          storage.photoBytes(),
          storage.disk(),
        ],
      )
      return {
        imports,
        given_up,
        tags,
        today,
        waiting,
        weeks,
        mail,
        storage: { photo_bytes: photo, database_bytes: database, ...(disk && { disk }) },
      }
    },
  }
}
