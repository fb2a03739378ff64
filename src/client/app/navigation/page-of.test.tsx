import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { createAppRouter } from '@/client/app/router'
import { EMPTY_PROGRAMME } from '@tests/support/in-route'
import { followMendedAddress } from './page-of'

afterEach(cleanup)

const ID = '0b9cf4a2-6a1e-4a87-9a34-b3f0dd5ac111'
/** The router of the app's shell at an address. */
function open(path: string) {
  window.history.replaceState(null, '', path)
  const router = createAppRouter({
    programme: EMPTY_PROGRAMME,
    queryClient: createQueryClient(),
    locale: 'en',
    origin: window.location.origin,
    nowSeconds: 1_800_000_000,
  })
  followMendedAddress(router)
  return router
}

it.each([
  [`/events/${ID}&e=AT0`, `/events/${ID}`],
  [`/events/${ID.toUpperCase()})?date=2026-12-01`, `/events/${ID}?date=2026-12-01`],
  [`/manage/${ID}.#token`, `/manage/${ID}#token`],
  ['/events&utm_source=x&tags=surf', '/events?tags=surf'],
  ['/no/such/page.', '/no/such/page.'],
])('%s opens %s', (path, address) => {
  expect(open(path).history.location.href).toBe(address)
})
