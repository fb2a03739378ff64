import { listDevices } from '@/contract/back-office/back-office-people'
import { pagedQuery } from '@/client/back-office/layout/lists/paged-query'

/** Phones that are registered for notifications, the newest first. */
export function devicesQuery() {
  return pagedQuery(['devices'], (api, { query, signal }) => api.call(listDevices, { query }, { signal }))
}
