import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { readPage } from '@/server/http/routing/paging'
import { listNotifications } from './store'

/** Notifications that were made, for administrators. */
export function notificationHandlers({ db }: AppDeps): Pick<Handlers, 'listNotifications'> {
  return { listNotifications: ({ query }) => readPage(query, (slice) => listNotifications(db, slice)) }
}
