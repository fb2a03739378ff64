import { listNotifications } from '@/contract/back-office-people'
import { pagedQuery } from '../paged-query'

/** Notifications that were made, the newest first. */
export function notificationsQuery() {
  return pagedQuery(['notifications'], (api, { query, signal }) =>
    api.call(listNotifications, { query }, { signal }),
  )
}
