import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk, serve } from '@/client/back-office/shared/back-office.fixture'
import { UNLOCATED } from '@/domain/places/place'
import { Route } from './places-route'

const open = desk({ '/backoffice/places': Route })

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
  serve(() => ({ items: [COXOS, TYPED] }))
  open('/backoffice/places')
  const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/places/coxos',
    '/backoffice/events?status=all&q=Coxos',
    '/backoffice/events?status=all&q=The+barn',
  ])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only places without a pin (1)' }))
  await waitFor(() => expect(screen.queryByText(COXOS.location_name)).toBeNull())
  screen.getByText('No pin')
})
