import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { inRouter } from '@tests/support/in-router'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { Route } from './dashboard-route'
import { liveEventCountsQuery, liveOverviewQuery, liveTagsQuery, liveUserCountsQuery } from './panel'

const DashboardPage = pageOf(Route)

const NOW_MS = Date.parse('2026-06-15T10:00:00Z')
const WEEK = 7 * 86_400

const TAGS = ['surf', 'music'].map((key) => ({ id: key, key, name: key, count: 1 }))
const overview: Overview = {
  imports: [],
  given_up: [],
  today: [],
  waiting: [{ id: 'a', title: 'Sunset yoga', created_at: NOW_MS / 1000 - 3 * 86_400 }],
  weeks: Array.from({ length: 12 }, (_, n) => ({
    starts_at: NOW_MS / 1000 - (11 - n) * WEEK,
    submissions: n,
  })),
  storage: {
    photo_bytes: 3 * 1024 ** 2,
    database_bytes: 1024 ** 3,
    disk: { state: 'no-photos', free_bytes: 1, total_bytes: 1024 ** 4, reserve_bytes: 1024 ** 2 },
  },
  mail: { health: 'failing', waiting: 1, retrying: 4, failed: 2, last_error: 'Error ECONNREFUSED' },
}

let client: QueryClient
beforeEach(() => {
  client = createQueryClient()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

async function renderPage(): Promise<void> {
  render(<QueryClientProvider client={client}>{await inRouter(<DashboardPage />)}</QueryClientProvider>)
}

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const part = (name: string) => within(screen.getByRole('region', { name }))

function loadAll(): void {
  const updatedAt = { updatedAt: NOW_MS }
  client.setQueryData(
    liveEventCountsQuery().queryKey,
    { on_review: 3, published: 40, rejected: 5 },
    updatedAt,
  )
  client.setQueryData(liveUserCountsQuery().queryKey, { users: 200, admins: 2 }, updatedAt)
  client.setQueryData(liveOverviewQuery().queryKey, overview, updatedAt)
  client.setQueryData(liveTagsQuery().queryKey, TAGS, updatedAt)
}

test('the counts lead to their lists', async () => {
  loadAll()
  await renderPage()
  expect(target('3 Pending Review')).toBe('/backoffice/events')
  expect(target('40 Published')).toBe('/backoffice/events?status=PUBLISHED')
  expect(target('5 Rejected')).toBe('/backoffice/events?status=REJECTED')
  expect(target('2 Total tags')).toBe('/backoffice/tags')
  expect(target('200 Users 2 Admins')).toBe('/backoffice/users')
})

test('each part says what it knows, also after a refetch that failed', async () => {
  loadAll()
  await renderPage()
  await waitFor(() => expect(client.getQueryState(liveOverviewQuery().queryKey)?.status).toBe('error'))
  const waiting = part('Waiting longest')
  expect(waiting.getByRole('link', { name: 'Sunset yoga' }).getAttribute('href')).toBe('/backoffice/events/a')
  expect(waiting.getByText('3 days ago')).toBeTruthy()
  const rows = part('Submissions per week').getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent).at(-1)).toBe('Jun 15, 202611')
  expect(rows).toHaveLength(13)
  expect(part('Storage').getByText('3 MB')).toBeTruthy()
  expect(part('Storage').getByText(/new photos are rejected/)).toBeTruthy()
  expect(part('Mail queue').getByText('Failing')).toBeTruthy()
  expect(part('Mail queue').getByText('Error ECONNREFUSED')).toBeTruthy()
})

test('an empty guide says what to do first, and no longer once there is something', async () => {
  loadAll()
  client.setQueryData(
    liveEventCountsQuery().queryKey,
    { on_review: 0, published: 0, rejected: 0 },
    { updatedAt: NOW_MS },
  )
  client.setQueryData(liveTagsQuery().queryKey, [], { updatedAt: NOW_MS })
  await renderPage()
  expect(target('Create the first tag')).toBe('/backoffice/tags')
  expect(target('Create an event')).toBe('/backoffice/events/new')
  act(() => loadAll())
  await waitFor(() => expect(screen.queryByText('Getting started')).toBeNull())
})

test('a part that could not be loaded says so and offers another try', async () => {
  await renderPage()
  expect(await part('Storage').findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(await part('Mail queue').findByRole('button', { name: 'Try again' })).toBeTruthy()
  loadAll()
  expect(await part('Storage').findByText('3 MB')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a calendar in which the night found something is named, with what it is', async () => {
  loadAll()
  const findings = { added: 0, changed: 2, cancelled: 1, vanished: 0, faulty: 0 }
  const read = { id: 'c', name: 'Surf Club', read_at: NOW_MS / 1000 - 3600, findings }
  const closed = { ...read, id: 'd', name: 'Library', findings: { ...findings, trouble: 'refused' as const } }
  client.setQueryData(liveOverviewQuery().queryKey, { ...overview, imports: [read, closed] })
  await renderPage()
  const panel = part('Calendars that need a look')
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Surf Club\u2068?.*Cancelled: 1Changed: 2Last read/),
    expect.stringMatching(/^LibraryThe server didn’t return a calendar/),
  ])
  expect(panel.getByRole('link').getAttribute('href')).toBe('/backoffice/events/import')
})

test('a note of the night is dismissed by its button', async () => {
  loadAll()
  const findings = { added: 0, changed: 0, cancelled: 0, vanished: 0, faulty: 1 }
  const read = { id: 'c', name: 'Surf Club', read_at: NOW_MS / 1000 - 3600, findings }
  client.setQueryData(liveOverviewQuery().queryKey, { ...overview, imports: [read] })
  await signInAdministrator()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (pathname.endsWith('/imports/c/seen')) sent.push([method, JSON.parse(String(body))])
    const imports = sent.length === 0 ? [read] : []
    return Response.json({ data: pathname.endsWith('/overview') ? { ...overview, imports } : {} })
  })
  await renderPage()
  const name = 'Mark as seen: “Surf Club”'
  fireEvent.click(part('Calendars that need a look').getByRole('button', { name }))
  await waitFor(() => expect(sent).toEqual([['POST', { read_at: read.read_at }]]))
  await waitFor(() => expect(screen.queryByText('Calendars that need a look')).toBeNull())
})
