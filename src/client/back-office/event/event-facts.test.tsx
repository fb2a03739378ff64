import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAdministrator, publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { UNLOCATED } from '@/domain/places/place'
import { EventFacts } from './event-facts'
import { useEventReview } from './use-event-review'

beforeEach(async () => {
  await signInAdministrator()
  vi.stubGlobal('fetch', async () => Response.json({ data: { ids: [], items: [], total: 0 } }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Facts({ of }: { of: BackOfficeEvent }) {
  const eventReview = useEventReview({ id: of.id, search: {}, isInQueue: false })
  return <EventFacts event={of} eventReview={eventReview} />
}

/** Returns the text beside the label, once the page is there. */
async function importedFrom(changes: Partial<BackOfficeEvent>) {
  const page = (
    // The event has no position, so that there is no map to load.
    <Facts of={{ ...publishedEvent, ...UNLOCATED, ...changes }} />
  )
  render(await inRouter(page), { wrapper: QueryProvider })
  await screen.findByText('Contact email')
  return screen.queryByText('Imported from')?.nextElementSibling ?? undefined
}

test('names the calendar that an event was imported from, and leads to its address', async () => {
  const url = 'https://club.example/events.ics'
  const value = await importedFrom({ imported_from: { name: 'Surf Club', url } })
  expect(value?.textContent).toBe(`Surf Club${url}`)
  expect(screen.getByRole('link', { name: url }).getAttribute('href')).toBe(url)
})

test('an imported event has no account that it was submitted without', async () => {
  const value = await importedFrom({ imported_from: { name: 'events.csv' } })
  expect(value?.textContent).toBe('events.csv')
  expect(screen.queryByText('Submitted without an account')).toBeNull()
})

test('says once when it takes place, with the weekday, and calls one date off with one press', async () => {
  const start = Date.UTC(2099, 6, 4, 19) / 1000
  const schedule = { id: 's', start_time: start, end_time: start + 7200, is_all_day: false }
  const timetable = {
    list: [{ start_time: '2099-07-04 20:00:00', end_time: '2099-07-04 22:00:00', is_all_day: false }],
  }
  await importedFrom({ timetable, schedules: [schedule] })
  expect(screen.getAllByText(/2099/).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Sat, Jul 4, 2099 8:00 PM – 10:00 PM'),
  ])
  const sent = vi.fn<(url: string, init: { body: string }) => Promise<Response>>(async () =>
    Response.json({ data: publishedEvent }),
  )
  vi.stubGlobal('fetch', sent)
  fireEvent.click(screen.getByRole('button', { name: 'Call off Sat, Jul 4, 2099 8:00 PM – 10:00 PM' }))
  const call = await vi.waitFor(() => {
    const found = sent.mock.calls.find(([url]) => url.endsWith('/states/2099-07-04'))
    if (found === undefined) throw new Error('not sent yet')
    return found
  })
  const [, init] = call
  expect(JSON.parse(init.body)).toEqual({ state: 'cancelled', note: '', revision: 1 })
})
