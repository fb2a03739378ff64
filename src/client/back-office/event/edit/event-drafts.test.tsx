import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { ADMINISTRATOR_ID, signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { draftContent } from '@/client/shared/event-form/draft/use-draft'
import { fromSubmission, payloadOf } from '@/client/shared/event-form/form-values'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { DraftSlot } from '@/offline/outbox/drafts/drafts'
import { deferred } from '@/offline/platform/deferred'
import { searchTexts } from '@/client/shared/links/web-url'
import { CreatePage } from './create-page'
import { Route } from './edit-route'

const EditPage = pageOf(Route)

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const ID = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'
const STORED: BackOfficeEvent = {
  id: ID,
  title: 'Sunset session',
  description: 'Longboards only, bring a jacket.',
  status: 'PUBLISHED',
  email: 'ana@example.com',
  start_time: 32_000_000_000,
  end_time: 32_000_003_600,
  is_all_day: false,
  location_name: 'Coxos - Santo Isidoro',
  latitude: 38.9997,
  longitude: -9.4249,
  tags: [{ id: 't1', key: 'surf', name: 'Surf' }],
  info_links: [],
  timetable: {
    list: [{ start_time: '2184-01-10 19:00:00', end_time: '2184-01-10 21:00:00', is_all_day: false }],
  },
  schedules: [{ id: 's1', start_time: 32_000_000_000, end_time: 32_000_003_600, is_all_day: false }],
  duplicates: [],
  created_at: 0,
  updated_at: 0,
  revision: 4,
}

interface Sent {
  method: string
  key: string | undefined
  body: { title?: string; revision?: number }
}

let stored: BackOfficeEvent
let sent: Sent[]
/** The responses to the next writes; one that is missing is lost on the way. */
let fates: (Response | 'lost')[]

beforeEach(async () => {
  stored = STORED
  sent = []
  fates = []
  await signInAdministrator()
  vi.stubGlobal('fetch', respond)
})
afterEach(async () => {
  cleanup()
  const { outbox } = await loadOfflineClient()
  await outbox.accounts.removeOf(ADMINISTRATOR_ID)
  vi.unstubAllGlobals()
})

async function respond(url: string, init: RequestInit = {}): Promise<Response> {
  const path = new URL(url, 'http://localhost').pathname
  if (path.includes('/backoffice/events') && (init.method === 'POST' || init.method === 'PUT')) {
    const body = JSON.parse(String(init.body)) as Sent['body']
    const key = new Headers(init.headers).get('idempotency-key') ?? undefined
    sent.push({ method: init.method, key, body })
    const fate = fates.shift() ?? Response.json({ data: { ...stored, id: ID } })
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    return fate
  }
  return Response.json({ data: path.endsWith(ID) ? stored : { items: [] } })
}

const refused = (code: string, status: number) =>
  Response.json({ error: { code, message: code, fields: [] } }, { status })

async function open(address: string) {
  const rootRoute = createRootRouteWithContext<{ nowSeconds: number }>()()
  const at = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component })
  const newRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/backoffice/events/new',
    validateSearch: searchTexts('from'),
    component: CreatePage,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      newRoute,
      at('/backoffice/events/$id/edit', EditPage),
      at('/backoffice/events/$id', () => <p>The event’s page</p>),
      at('/backoffice/users', () => <p>The list of users</p>),
      at('/backoffice/login', () => <p>The login</p>),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { nowSeconds: NOW_SECONDS },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByLabelText(/^Title/)
  return { goTo: (to: string) => void router.navigate({ to }) }
}

const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/)
const type = (text: string) => fireEvent.change(title(), { target: { value: text } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** A draft that says all that an event needs. */
async function storeDraft(slot: DraftSlot, context?: unknown) {
  const { outbox } = await loadOfflineClient()
  await outbox.drafts.put({
    key: { slot, token: crypto.randomUUID() },
    content: draftContent(fromSubmission(payloadOf(STORED)), { context }),
    photo: undefined,
    hadPhoto: false,
    revision: 0,
  })
}

test('a form that is left asks, and what was typed is there when it is opened again', async () => {
  const { goTo } = await open('/backoffice/events/new')
  type('Fado on the beach')
  goTo('/backoffice/users')
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  // The next dialog has buttons of the same names.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(title().value).toBe('Fado on the beach')
  goTo('/backoffice/users')
  fireEvent.click(await screen.findByRole('button', { name: 'Leave, keep draft' }))
  await screen.findByText('The list of users')
  cleanup()
  await open('/backoffice/events/new')
  expect(title().value).toBe('Fado on the beach')
  press('Discard draft')
  await waitFor(() => expect(title().value).toBe(''))
  cleanup()
  await open('/backoffice/events/new')
  expect(title().value).toBe('')
})

test('a session that ends leads to the login without a question, and the draft waits for its writer', async () => {
  const { goTo } = await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  goTo('/backoffice/login')
  await screen.findByText('The login')
  cleanup()
  await open(`/backoffice/events/${ID}/edit`)
  expect(title().value).toBe('Sunset session, moved')
})

test('a form that was saved is not sent again while its page is being fetched', async () => {
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  const arrival = deferred<void>()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method !== 'PUT') await arrival.promise
    return respond(url, init)
  })
  press('Update Event')
  await waitFor(() => expect(sent).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  fireEvent.submit(title().form ?? title())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent).toHaveLength(1)
  arrival.resolve()
  await screen.findByText('The event’s page')
})

test('what is saved leaves no draft, and asks nothing', async () => {
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  press('Update Event')
  await screen.findByText('The event’s page')
  expect(sent).toMatchObject([{ body: { title: 'Sunset session, moved', revision: 4 } }])
  cleanup()
  await open(`/backoffice/events/${ID}/edit`)
  expect(title().value).toBe('Sunset session')
})

test('a draft is of the version that it was written over: what somebody else stored since is not overwritten', async () => {
  await storeDraft(`staff/edit/${ID}`, { base: STORED, keepsStoredPhoto: true })
  stored = { ...STORED, description: 'Cancelled when the wind is north.', revision: 5 }
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  fates = [refused('CONFLICT', 409)]
  press('Update Event')
  await screen.findByText('Someone else has changed this event')
  expect(sent).toMatchObject([{ body: { revision: 4 } }])
})

test('a creation whose response is lost is the same creation until its fields change, also after a reload', async () => {
  await storeDraft('staff/new')
  await open('/backoffice/events/new')
  fates = ['lost', refused('REQUEST_IN_PROGRESS', 409), 'lost', refused('VALIDATION_FAILED', 422)]
  press('Create Event')
  await waitFor(() => expect(sent).toHaveLength(1))
  await screen.findByRole('button', { name: 'Create Event' })
  press('Create Event')
  await waitFor(() => expect(sent).toHaveLength(2))
  cleanup()
  await open('/backoffice/events/new')
  press('Create Event')
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  await screen.findByRole('button', { name: 'Create Event' })
  type('Sunset session, moved')
  press('Create Event')
  await waitFor(() => expect(sent).toHaveLength(4))
  await screen.findByRole('button', { name: 'Create Event' })
  press('Create Event')
  await screen.findByText('The event’s page')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
})
