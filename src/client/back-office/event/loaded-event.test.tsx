import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { inRouter } from '@tests/support/in-router'
import { afterEach, expect, test, vi } from 'vitest'
import { publishedEvent } from '@/client/back-office/shared/back-office.fixture'
import { eventQuery } from '@/client/back-office/shared/back-office-queries'
import { LoadedEvent } from './loaded-event'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const there = () => Response.json({ data: publishedEvent })
const gone = () => Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })

/** The form of an event that was fetched before; `first` answers when it opens. */
async function renderForm(first: () => Response) {
  vi.stubGlobal('fetch', async () => first())
  const client = createQueryClient()
  const query = eventQuery(publishedEvent.id)
  client.setQueryData(query.queryKey, publishedEvent)
  const form = (
    <LoadedEvent id={publishedEvent.id} isForm>
      {({ title }) => <p>Form of {title}</p>}
    </LoadedEvent>
  )
  render(<QueryClientProvider client={client}>{await inRouter(form)}</QueryClientProvider>)
  return { refetch: () => client.refetchQueries(query) }
}

test('no form opens for an event that was fetched before and is gone by now', async () => {
  await renderForm(gone)
  await screen.findByText('Event not found')
  expect(screen.queryByText(/^Form of/)).toBeNull()
})

test('a form that is open stays when its event is deleted meanwhile', async () => {
  const { refetch } = await renderForm(there)
  await screen.findByText(/^Form of/)
  vi.stubGlobal('fetch', async () => gone())
  await refetch()
  expect(screen.getByText(/^Form of/)).toBeDefined()
})
