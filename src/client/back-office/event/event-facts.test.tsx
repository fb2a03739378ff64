import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAdministrator, publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import { LastReviewProvider } from '@/client/back-office/shared/review'
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
    <LastReviewProvider>
      <Facts of={{ ...publishedEvent, ...UNLOCATED, ...changes }} />
    </LastReviewProvider>
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

test('names the file that an event was imported from, without a link', async () => {
  const value = await importedFrom({ imported_from: { name: 'events.csv' } })
  expect(value?.textContent).toBe('events.csv')
  expect(value?.querySelector('a')).toBeNull()
})

test('says nothing of an import where there was none', async () => {
  expect(await importedFrom({})).toBeUndefined()
})
