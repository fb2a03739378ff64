import { listNotifications } from '@/contract/back-office/back-office-people'
import { pagedQuery } from '@/client/back-office/layout/lists/paged-query'

/** Notifications that were made, the newest first. */
export function notificationsQuery() {
  return pagedQuery(['notifications'], (api, { query, signal }) =>
    api.call(listNotifications, { query }, { signal }),
  )
}
