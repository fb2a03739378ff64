import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { UserPage } from './user-page'
import { Route } from './users-route'
import { searchTexts } from '@/client/shared/links/web-url'

const UsersPage = pageOf(Route)

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ana: BackOfficeUser = {
  id: '0b0a5a3e-0000-4000-8000-00000000000a',
  name: 'Ana Ondas',
  email: 'ana@example.com',
  role: 'ADMIN',
  created_at: 1_781_517_600,
  updated_at: 1_781_604_000,
}
const rui = { ...ana, id: '0b0a5a3e-0000-4000-8000-00000000000b', name: 'Rui Reis', role: 'USER' as const }

/** Renders an address; `respond` is the server. Returns the requests and where the person is. */
function renderAt(address: string, respond: (path: string) => object) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, search } = new URL(url, 'https://x.example')
    requests.push(pathname.replace('/api/v1/backoffice', '') + search)
    const data = respond(pathname)
    const { code = '' } = 'error' in data ? (data.error as { code?: string }) : {}
    const status = 'error' in data ? (code === 'NOT_FOUND' ? 404 : 503) : 200
    return Response.json('error' in data ? data : { data }, { status })
  })
  const rootRoute = createRootRoute()
  const under = { getParentRoute: () => rootRoute }
  const routeTree = rootRoute.addChildren([
    createRoute({
      ...under,
      path: '/backoffice/users',
      validateSearch: searchTexts('search'),
      component: UsersPage,
    }),
    createRoute({ ...under, path: '/backoffice/users/$id', component: UserPage }),
  ])
  const history = createMemoryHistory({ initialEntries: [address] })
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createRouter({ routeTree, history }) as never} />
    </QueryClientProvider>,
  )
  return { requests, history }
}

const cells = (name: string) =>
  [...(screen.getByText(name).closest('tr')?.querySelectorAll('td') ?? [])].map(
    (cell) => cell.lastElementChild?.textContent || cell.lastChild?.textContent,
  )

test('users are listed with name, email, role, and since when; details are a link away', async () => {
  const suspended = { ...rui, suspended_at: 1_781_604_000 }
  renderAt('/backoffice/users', () => ({ items: [ana, suspended], has_more: false }))
  const link = await screen.findByRole('link', { name: 'Details of Ana Ondas' })
  expect(link.getAttribute('href')).toBe(`/backoffice/users/${ana.id}`)
  expect(cells('Ana Ondas').join(' | ')).toContain('Administrator')
  expect(cells('Rui Reis').join(' | ')).toContain('UserSuspended')
  expect(screen.getAllByText('Jun 15, 2026 11:00 AM')).toHaveLength(2)
})

test('nobody found is said, and the search is in the address and asked of the server', async () => {
  const { requests, history } = renderAt('/backoffice/users', () => ({ items: [], has_more: false }))
  expect(await screen.findByRole('heading', { name: 'No users found' })).toBeDefined()
  fireEvent.change(screen.getByLabelText('Name or email'), { target: { value: ' joão ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(decodeURIComponent(history.location.search)).toBe('?search=joão'))
  await waitFor(() =>
    expect(requests.map((one) => decodeURIComponent(one))).toContain('/users?page=1&per_page=20&search=joão'),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(history.location.search).toBe(''))
})

test('a person is shown with the five latest events and the way to all of theirs', async () => {
  const event = { id: '0b0a5a3e-0000-4000-8000-0000000000e1', title: 'Fado at the harbour' }
  const listed: Partial<BackOfficeEvent> = {
    ...event,
    description: '',
    status: 'ON_REVIEW',
    start_time: 1,
    end_time: 2,
    is_all_day: false,
    location_name: 'Harbour',
    latitude: 38,
    longitude: -9,
    tags: [],
    info_links: [],
    email: '',
    timetable: { list: [] },
    schedules: [],
    duplicates: [],
    created_at: 1_781_517_600,
    updated_at: 1_781_517_600,
    revision: 1,
  }
  const { requests } = renderAt(`/backoffice/users/${ana.id}`, (path) =>
    path.endsWith('/events') ? { items: [listed], has_more: true } : ana,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Ondas' })).toBeDefined()
  expect(screen.getByText('Jun 16, 2026 11:00 AM')).toBeDefined()
  expect(await screen.findByRole('link', { name: event.title })).toBeDefined()
  expect(requests).toContain(`/events?page=1&per_page=5&user_id=${ana.id}`)
  const all = screen.getByRole('link', { name: 'View all events of Ana Ondas' })
  expect(all.getAttribute('href')).toBe(`/backoffice/events?user_id=${ana.id}`)
})

test('the id is copied, and that is said', async () => {
  const written: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => written.push(text) },
  })
  renderAt(`/backoffice/users/${ana.id}`, (path) =>
    path.endsWith('/events') ? { items: [], has_more: false } : ana,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Copy ID' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Copied!')
  expect(written).toEqual([ana.id])
})

test('a page that could not be saved, or be fetched again, keeps its dialog and what was typed', async () => {
  let isDown = false
  const down = { error: { code: 'INTERNAL', message: '' } }
  const { requests } = renderAt(`/backoffice/users/${rui.id}`, (path) => {
    if (isDown) return down
    if (path.endsWith('/organiser')) return { organiser: null }
    return path.endsWith('/events') ? { items: [], has_more: false } : rui
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as organiser' }))
  const field = await screen.findByLabelText(/Text in English/)
  fireEvent.change(field, { target: { value: 'We teach.' } })
  isDown = true
  const before = requests.length
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  // The write, and everything that is fetched again after it.
  await waitFor(() => expect(requests.length).toBeGreaterThanOrEqual(before + 4))
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Text in English/).value).toBe('We teach.')
})

test('nobody with this id is said, with the way back', async () => {
  renderAt(`/backoffice/users/${ana.id}`, () => ({ error: { code: 'NOT_FOUND', message: '' } }))
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to users' }).getAttribute('href')).toBe('/backoffice/users')
})
