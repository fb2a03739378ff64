import { pageOf } from '@tests/support/page-of'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { UNLOCATED } from '@/domain/places/place'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { Route } from './places-route'

const PlacesPage = pageOf(Route)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const COXOS = {
  slug: 'coxos',
  location_name: 'Coxos - Santo Isidoro',
  latitude: 38.99,
  longitude: -9.42,
  count: 3,
  is_public: true,
}
const TYPED = { ...COXOS, slug: 'barn', location_name: 'The barn', ...UNLOCATED, count: 1, is_public: false }

test('a place leads to its public page and its events; those without a pin are a list of their own', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { items: [COXOS, TYPED] } }))
  render(await inRouter(<PlacesPage />), { wrapper: QueryProvider })
  const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/places/coxos',
    '/backoffice/events?status=all&q=Coxos',
    '/backoffice/events?status=all&q=The+barn',
  ])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only places without a pin (1)' }))
  await vi.waitFor(() => expect(screen.queryByText(COXOS.location_name)).toBeNull())
  screen.getByText('No pin')
})
