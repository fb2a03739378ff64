import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { readPage } from '@/server/http/routing/paging'
import { listActivities, listActors } from './store'

/** The activity log, for administrators. */
export function activityHandlers({ db }: AppDeps): Pick<Handlers, 'listActivities' | 'listActors'> {
  return {
    listActivities: ({ query, currentUser }) =>
      readPage(query, (slice) => listActivities(db, query, slice, currentUser.sessionId)),
    listActors: async () => ({ items: await listActors(db) }),
  }
}
