import 'fake-indexeddb/auto'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import {
  Link,
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useParams,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { publishedEvent, signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { eventQuery } from '@/client/back-office/shared/back-office-queries'
import { renderToastsWith, type Toast } from '@/client/shared/notifications/toast'
import { useEventReview } from './use-event-review'

const REFUSED = { error: { code: 'CONFLICT', message: '', request_id: 'r' } }

/** Sends the response to the review that is in flight. */
let respond: (response: Response) => void
let reviewSent: Promise<void>
let toasted: Promise<Toast>
let endToasts: () => void
beforeEach(async () => {
  await signInAdministrator()
  reviewSent = new Promise((sent) => {
    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname } = new URL(url, 'http://localhost')
      if (pathname.endsWith('/ids')) return Response.json({ data: { ids: [], total: 0 } })
      if (!pathname.endsWith('/review')) return Response.json({ data: eventOf(pathname.split('/').at(-1)) })
      sent()
      return new Promise<Response>((resolve) => {
        respond = resolve
      })
    })
  })
  toasted = new Promise((resolve) => {
    endToasts = renderToastsWith(resolve)
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  endToasts()
  vi.unstubAllGlobals()
})

const eventOf = (id = '', status = 'ON_REVIEW') => ({ ...publishedEvent, id, title: id, status })

function ReviewedEvent() {
  const { id = '' } = useParams({ strict: false })
  const eventReview = useEventReview({ id, search: {}, isInQueue: false })
  return (
    <>
      <h1>{id}</h1>
      <button type="button" onClick={() => eventReview.review('button', 'approve')}>
        Approve
      </button>
      <button type="button" onClick={() => eventReview.setRejectingWith('button')}>
        Reject
      </button>
      <output>{eventReview.rejectingWith === undefined ? 'no dialog' : 'dialog'}</output>
      <Link to="/backoffice/events/$id" params={{ id: 'duplicate' }}>
        Duplicate
      </Link>
      <Link to="/backoffice/users">People</Link>
    </>
  )
}

let client: QueryClient

async function openPage() {
  const rootRoute = createRootRoute({
    component: Outlet,
  })
  const place = { getParentRoute: () => rootRoute }
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ ...place, path: '/backoffice/events/$id', component: ReviewedEvent }),
      createRoute({ ...place, path: '/backoffice/events', component: () => <h1>Events</h1> }),
      createRoute({ ...place, path: '/backoffice/users', component: () => <h1>People</h1> }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/backoffice/events/reviewed'] }),
  })
  client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'reviewed' })
}

async function openReviewed() {
  await openPage()
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await reviewSent
}

const followDuplicate = async () => {
  fireEvent.click(screen.getByRole('link', { name: 'Duplicate' }))
  await screen.findByRole('heading', { name: 'duplicate' })
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
}

it.each([
  ['with the event', { data: eventOf('reviewed', 'PUBLISHED') }],
  ['without', { data: {} }],
])('a review leads back to the list, whether the server replies %s', async (_, reply) => {
  await openReviewed()
  respond(Response.json(reply))
  await screen.findByRole('heading', { name: 'Events' })
})

it.each([
  ['is done', () => Response.json({ data: eventOf('reviewed', 'PUBLISHED') })],
  ['is refused', () => Response.json(REFUSED, { status: 409 })],
])('whoever follows a link while a review is in flight stays there when it %s', async (_, response) => {
  await openReviewed()
  await followDuplicate()
  await act(async () => {
    respond(response())
    await toasted
  })
  expect(screen.getByRole('heading').textContent).toBe('duplicate')
  await screen.findByText('dialog')
})

it('a rejection that a colleague was faster than asks nothing about the next event', async () => {
  await openPage()
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await screen.findByText('dialog')
  act(() => client.setQueryData(eventQuery('reviewed').queryKey, eventOf('reviewed', 'PUBLISHED') as never))
  await screen.findByText('no dialog')
  fireEvent.click(screen.getByRole('link', { name: 'Duplicate' }))
  await screen.findByRole('heading', { name: 'duplicate' })
  await waitFor(() => expect(client.getQueryData(eventQuery('duplicate').queryKey)).toBeDefined())
  expect(screen.getByRole('status').textContent).toBe('no dialog')
})

it('whoever goes to another page while a review is in flight is not brought back', async () => {
  await openReviewed()
  fireEvent.click(screen.getByRole('link', { name: 'People' }))
  await screen.findByRole('heading', { name: 'People' })
  await act(async () => {
    respond(Response.json({ data: eventOf('reviewed', 'PUBLISHED') }))
    await toasted
  })
  expect(screen.getByRole('heading').textContent).toBe('People')
})

it.each([
  ['offers the way back from a review that the server names', eventOf('reviewed', 'PUBLISHED'), 'Undo'],
  ['offers no way back where the server says no more than that it is done', {}, undefined],
])('%s', async (_, data, label) => {
  await openReviewed()
  await act(async () => respond(Response.json({ data })))
  expect((await toasted).action?.label).toBe(label)
})
