import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { inRouter } from '@tests/support/in-router'
import { collectToasts } from '@tests/support/toasts'
import type { GivenUpJob, Overview } from '@/contract/back-office/back-office-overview'
import { Route } from './dashboard-route'

const DashboardPage = pageOf(Route)

const MAIL: GivenUpJob = {
  id: '0b4f6d4e-0000-4000-8000-000000000001',
  name: 'mail:decisions',
  error: 'Error EAUTH',
  attempts: 31,
  given_up_at: Date.now() / 1000 - 7200,
  can_retry: true,
}
const OLD: GivenUpJob = { ...MAIL, id: 'old', name: 'web-push', can_retry: false }

const overview: Overview = {
  imports: [],
  given_up: [],
  today: [],
  waiting: [],
  weeks: [],
  storage: { photo_bytes: 0, database_bytes: 0 },
  mail: { health: 'fine', waiting: 0, retrying: 0, failed: 1 },
}

const toasts = collectToasts(({ title }) => title)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The dashboard of a server with these jobs; `status` is that of its response to another try. */
async function open(jobs: GivenUpJob[], status = 200): Promise<string[]> {
  const sent: string[] = []
  let stored = jobs
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET' && url.endsWith('/overview'))
      return Response.json({ data: { ...overview, given_up: stored } })
    if (method === 'GET') return Response.json({}, { status: 503 })
    sent.push(`${method} ${url.replace(/.*\/backoffice/, '')}`)
    if (status === 200) stored = []
    return Response.json({ data: {} }, { status })
  })
  const client = createQueryClient()
  render(<QueryClientProvider client={client}>{await inRouter(<DashboardPage />)}</QueryClientProvider>)
  return sent
}

const panel = () => screen.findByRole('region', { name: 'Jobs that failed' })

test('a job that was given up is named, with its error, and is tried again', async () => {
  const sent = await open([MAIL])
  const row = within(await panel()).getByRole('listitem')
  expect(row.textContent).toContain(
    'Email: reviews of eventsError EAUTHGiven up 2 hours ago, after 31 attempts',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Try again: Email: reviews of events' }))
  await waitFor(() => expect(toasts).toEqual(['The job will be tried again']))
  expect(sent).toEqual([`POST /jobs/${MAIL.id}/retry`])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Jobs that failed' })).toBeNull())
  expect(document.activeElement?.tagName).toBe('H1')
})

test('what cannot be tried again has no button', async () => {
  await open([OLD])
  expect((await panel()).textContent).toContain('Browser notification')
  expect(within(await panel()).queryByRole('button')).toBeNull()
})

test('another try that fails says so, and stays', async () => {
  await open([MAIL], 503)
  fireEvent.click(await screen.findByRole('button', { name: /^Try again: / }))
  await waitFor(() => expect(toasts).toEqual(['The job couldn’t be tried again']))
  await panel()
})

test('nothing is said of jobs as long as none was given up', async () => {
  await open([])
  await screen.findByText('Emails are going out normally.')
  expect(screen.queryByRole('region', { name: 'Jobs that failed' })).toBeNull()
})
