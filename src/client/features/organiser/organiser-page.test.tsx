import 'fake-indexeddb/auto'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import type { PublicOrganiser } from '@/contract/events/events'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { Route } from './organiser-route'

let response: () => Response

const CLUB = { slug: 'clube', name: 'Clube de Surf' }
const whole: PublicOrganiser = {
  ...CLUB,
  text: 'Ensinamos todos.',
  text_locale: 'pt',
  links: [{ type: 'instagram', data: 'https://instagram.com/clube' }],
  photo: `https://guide.test/photos/${'a'.repeat(64)}-full.jpg`,
}
const unreachable = () => {
  throw new TypeError('Failed to fetch')
}
const soon = Math.floor(Date.now() / 1000) + 3600
const lesson = programmeEvent('1', soon, { title: 'Lesson' })

/** The device has the whole events of this list. */
function open(events = [lesson]) {
  const list = vi.fn<ProgrammeReader['list']>(async () => ({
    data: { items: events, has_more: false },
    savedAt: Date.now(),
  }))
  const event = async () => ({ data: { ...lesson, organiser: CLUB }, savedAt: Date.now() })
  const programme = { list, event, usedTags: async () => ({ data: [] }) }
  const address = '/organisers/clube'
  return renderRoute(Route, { path: '/organisers/$slug', address, programme }).then(() => list)
}

beforeEach(() => {
  response = () => Response.json({ data: whole })
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/organisers/') ? response() : Response.json({ data: [] }),
  )
})

it('shows without a network the name and the events of the device, and says what is missing', async () => {
  response = unreachable
  await open()
  await screen.findByRole('heading', { level: 1, name: 'Clube de Surf' })
  expect(await screen.findByText(/aren’t on this device/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 3, name: 'Lesson' })).toBeTruthy()
})

it('says that there is no such organiser, also where the device still has its events', async () => {
  response = () => Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Organiser not found' })).toBeTruthy()
  cleanup()
  await open([])
  expect(await screen.findByRole('heading', { level: 1, name: 'Organiser not found' })).toBeTruthy()
})
