import type { AppParts, Handlers } from '@/server/http/handlers'
import { readPage } from '@/server/http/paging'
import { listDevices } from './store'

/** Devices that get notifications, for administrators. */
export function deviceHandlers({ db }: AppParts): Pick<Handlers, 'listDevices'> {
  return { listDevices: ({ query }) => readPage(query, (slice) => listDevices(db, slice)) }
}
