import 'fake-indexeddb/auto'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { Route } from './place-route'

let response: () => Response
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/places/') ? response() : Response.json({ data: [] }),
  )
})

const COXOS = { location_name: 'Coxos - Santo Isidoro, Mafra', latitude: 38.9997, longitude: -9.4249 }
const soon = Math.floor(Date.now() / 1000) + 3600

const open = (list: ProgrammeReader['list'], slug = 'coxos') =>
  renderRoute(Route, {
    path: '/places/$slug',
    address: `/places/${slug}`,
    programme: { list, event: async () => null, usedTags: async () => ({ data: [] }) },
  })
const nothing: ProgrammeReader['list'] = async () => ({ data: { items: [], has_more: false } })

it('shows what is on at the place, the way there, and its calendar, all from what the device has', async () => {
  const list = vi.fn<ProgrammeReader['list']>(async () => ({
    data: { items: [programmeEvent('1', soon, { title: 'Contest', ...COXOS })], has_more: false },
    savedAt: Date.now(),
  }))
  await open(list)
  await screen.findByRole('heading', { level: 1, name: 'Coxos' })
  expect(list).toHaveBeenCalledWith({ tags: [], place: 'coxos' }, 1, 100)
  expect(screen.getByRole('heading', { level: 3, name: 'Contest' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('38.9997')
  expect(screen.queryByRole('link', { name: 'All events here' })).toBeNull()
  const rss = document.querySelector('[popover] a[href*="events.rss"]')
  expect(rss?.getAttribute('href')).toBe('/events.rss?place=coxos&lang=en')
})

it('says so where there is no such place, and where neither device nor network knows it', async () => {
  response = () => Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })
  await open(nothing, 'atlantis')
  expect(await screen.findByRole('heading', { level: 1, name: 'Place not found' })).toBeTruthy()
  cleanup()
  response = () => {
    throw new TypeError('Failed to fetch')
  }
  await open(nothing, 'atlantis')
  expect(await screen.findByRole('alert')).toBeTruthy()
})
