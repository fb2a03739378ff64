import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { signInAdministrator, publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import { Today } from './counts'

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const FADO: Overview['today'][number] = {
  id: publishedEvent.id,
  title: 'Fado',
  day: '2026-06-01',
  start_time: publishedEvent.start_time,
  end_time: publishedEvent.end_time,
  is_all_day: false,
  location_name: 'Ericeira',
  revision: 1,
}

function Shown() {
  const [events, setEvents] = useState([FADO])
  return (
    <>
      <button type="button" onClick={() => setEvents([])}>
        Empty
      </button>
      <Today events={events} />
    </>
  )
}

test('a list that becomes empty leaves the dialog in which somebody writes', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: publishedEvent }))
  render(await inRouter(<Shown />), { wrapper: QueryProvider })
  fireEvent.click(screen.getByRole('button', { name: 'Set state: “Fado”' }))
  const note = await screen.findByLabelText<HTMLInputElement>(/^Note/)
  fireEvent.change(note, { target: { value: 'Indoors' } })
  fireEvent.click(screen.getByText('Empty'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('Indoors')
})
