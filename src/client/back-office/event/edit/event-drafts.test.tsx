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
import {
  ADMINISTRATOR_ID,
  removeDrafts,
  signInAdministrator,
} from '@/client/back-office/shared/back-office.fixture'
import { payloadOf } from '@/client/shared/event-form/event-values'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { pageDrafts } from '@/offline/outbox/drafts'
import { deferred } from '@/offline/platform/deferred'
import { searchTexts } from '@/client/shared/links/web-url'
import { Route as CreateRoute } from './create-route'
import { Route } from './edit-route'

const EditPage = pageOf(Route)
const CreatePage = pageOf(CreateRoute)

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
afterEach(() => {
  cleanup()
  removeDrafts()
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

test('what was typed is there when the form is opened again, until it is discarded', async () => {
  const { goTo } = await open('/backoffice/events/new')
  type('Fado on the beach')
  goTo('/backoffice/users')
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

test('where this browser keeps nothing, a form asks before it is left', async () => {
  const { open: openDraft } = pageDrafts()
  const refusing = vi.spyOn(pageDrafts(), 'open').mockImplementation((...given) => ({
    ...openDraft(...given),
    write: () => false,
  }))
  const { goTo } = await open('/backoffice/events/new')
  type('Fado on the beach')
  await screen.findByText(/^This browser doesn’t save anything/)
  goTo('/backoffice/users')
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  // The next dialog has buttons of the same names.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(title().value).toBe('Fado on the beach')
  goTo('/backoffice/users')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard and leave' }))
  await screen.findByText('The list of users')
  refusing.mockRestore()
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

test('what is saved leaves no draft, and names no fact that nobody touched', async () => {
  stored = { ...STORED, audience: 'families' }
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  press('Update Event')
  await screen.findByText('The event’s page')
  expect(sent).toMatchObject([{ body: { title: 'Sunset session, moved', revision: 4 } }])
  expect(sent[0]?.body).not.toHaveProperty('audience')
  cleanup()
  await open(`/backoffice/events/${ID}/edit`)
  expect(title().value).toBe('Sunset session')
})

/** Somebody else saves meanwhile, and what was typed is pressed to be saved: of both versions one is chosen. */
async function conflictOver(draftOf: 'typed' | 'kept'): Promise<void> {
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  stored = { ...STORED, description: 'Cancelled when the wind is north.', revision: 5 }
  if (draftOf === 'kept') {
    cleanup()
    await open(`/backoffice/events/${ID}/edit`)
    expect(title().value).toBe('Sunset session, moved')
  }
  fates = [refused('CONFLICT', 409)]
  press('Update Event')
  const heading = await screen.findByText('Someone else has changed this event')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(sent).toMatchObject([{ body: { revision: 4 } }])
  expect(screen.getByRole('region', { name: 'Title' }).textContent).toMatch(
    /Yours.*Sunset session, moved.*Theirs.*Sunset session$/,
  )
  // It was left alone, and is as they have it.
  expect(screen.queryByRole('region', { name: 'Description' })).toBeNull()
}

test.each(['typed', 'kept'] as const)(
  'what somebody else has saved is not overwritten unseen: one’s own text, %s, goes on over it',
  async (draftOf) => {
    await conflictOver(draftOf)
    press('Go on with mine')
    await waitFor(() => expect(title().value).toBe('Sunset session, moved'))
    press('Update Event')
    await screen.findByText('The event’s page')
    const { description } = stored
    expect(sent[1]).toMatchObject({ body: { title: 'Sunset session, moved', description, revision: 5 } })
  },
)

test('what somebody else has saved can be taken in the place of one’s own', async () => {
  await conflictOver('typed')
  press('Take theirs')
  await waitFor(() => expect(title().value).toBe('Sunset session'))
  expect(screen.queryByText(/What you’d typed here/)).toBeNull()
  press('Update Event')
  await screen.findByText('The event’s page')
  expect(sent[1]).toMatchObject({ body: { description: stored.description, revision: 5 } })
})

test('a creation whose response is lost is the same creation, also after a reload, until the server says that an earlier version has arrived', async () => {
  const values = payloadOf(STORED)
  pageDrafts()
    .open('staff/new', { owner: ADMINISTRATOR_ID })
    .write({ values, revision: 0, hasOwnPhoto: false }, false)
  await open('/backoffice/events/new')
  fates = ['lost', refused('REQUEST_IN_PROGRESS', 409), 'lost', refused('IDEMPOTENCY_KEY_REUSED', 422)]
  const create = async (times: number) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Create Event' }))
    await waitFor(() => expect(sent).toHaveLength(times))
  }
  await create(1)
  await create(2)
  cleanup()
  await open('/backoffice/events/new')
  await create(3)
  await screen.findByRole('button', { name: 'Create Event' })
  type('Sunset session, moved')
  await create(4)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  await create(5)
  await screen.findByText('The event’s page')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})
