import type { AppParts, Handlers } from '@/server/http/routing/handlers'
import { readPage } from '@/server/http/routing/paging'
import { listDevices } from './store'

/** Devices that get notifications, for administrators. */
export function deviceHandlers({ db }: AppParts): Pick<Handlers, 'listDevices'> {
  return { listDevices: ({ query }) => readPage(query, (slice) => listDevices(db, slice)) }
}
