import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { draftContent } from '@/client/shared/event-form/draft/use-draft'
import { emptyValues } from '@/client/shared/event-form/form-values'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { ResubmitEvent } from './resubmit-event'

const ID = '0b0a5a3e-0000-4000-8000-000000000009'
const NOW_SECONDS = Math.floor(Date.now() / 1000)
const sessionOf = (id: string) => ({
  access_token: { token: `${id}-access`, expires_at: NOW_SECONDS + 900 },
  refresh_token: { token: `${id}-refresh`, expires_at: NOW_SECONDS + 86_400 },
  user: { id, email: `${id}@example.com`, name: id, role: 'USER' },
})
const EVENT = {
  id: ID,
  title: 'Fado on the beach',
  location_name: 'Praia dos Pescadores',
  status: 'REJECTED',
  created_at: 0,
  updated_at: 0,
  review_reason: 'The photo is of another beach.',
  description: 'With a guitar.',
  email: 'ana@example.com',
  latitude: 38.96,
  longitude: -9.41,
  info_links: [],
  tags: [],
  timetable: {
    list: [{ start_time: '2199-06-20 19:00:00', end_time: '2199-06-20 22:00:00', is_all_day: false }],
  },
  has_photo: false,
}

/** The server's replies, for whoever asks. */
function serve(event: object) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.endsWith('/auth/login')) {
      const { email } = JSON.parse(String(init.body)) as { email: string }
      return Response.json({ data: sessionOf(email.split('@')[0] ?? '') })
    }
    if (!url.endsWith(`/my-events/${ID}`)) return Response.json({ data: {} })
    const isAna = new Headers(init.headers).get('authorization') === 'Bearer ana-access'
    if (isAna) return Response.json({ data: event })
    return Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })
  })
}

async function signIn(id: string) {
  await (await loadOfflineClient()).session.login(`${id}@example.com`, 'tidal wonder 88')
}
const signOut = async () => (await loadOfflineClient()).session.logout()

beforeEach(async () => {
  serve(EVENT)
  await signIn('ana')
})
afterEach(async () => {
  cleanup()
  await signOut()
  await (await loadOfflineClient()).outbox.accounts.removeOf('ana')
})

async function openPage() {
  const { programme } = await loadOfflineClient()
  const rootRoute = createRootRouteWithContext<{ programme: ProgrammeReader; nowSeconds: number }>()()
  const routeTree = rootRoute.addChildren([
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/add-event',
      component: () => <ResubmitEvent id={ID} onResult={async () => undefined} />,
    }),
    createRoute({ getParentRoute: () => rootRoute, path: '/login', component: () => <p>the login page</p> }),
  ])
  const history = createMemoryHistory({ initialEntries: [`/add-event?again=${ID}`] })
  const router = createRouter({ routeTree, history, context: { programme, nowSeconds: NOW_SECONDS } })
  await act(async () => {
    await router.load()
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
  })
}

const title = () => screen.findByLabelText('Title')

test('what is being written stays when the session ends, whoever signs in then', async () => {
  await openPage()
  fireEvent.change(await title(), { target: { value: 'Fado at the harbour' } })
  await act(signOut)
  await screen.findByText(
    'You’re signed out. Sign in to submit this from your account; what you wrote stays here.',
  )
  expect(await title()).toHaveProperty('value', 'Fado at the harbour')
  await act(() => signIn('rui'))
  await screen.findByText(/^A different account is now signed in/)
  expect(await title()).toHaveProperty('value', 'Fado at the harbour')
  await act(() => signIn('ana'))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await title()).toHaveProperty('value', 'Fado at the harbour')
})

test('a visitor is sent to the login', async () => {
  await signOut()
  await openPage()
  await screen.findByText('the login page')
})

async function writeDraft() {
  const { outbox } = await loadOfflineClient()
  const draft = await outbox.openDraft(`again/${ID}`)
  draft.change(draftContent({ ...emptyValues(), title: 'Half a title' }), undefined, false)
  await draft.flush()
  draft.close()
}

test('a restored draft is shown with the reason of the rejection', async () => {
  await writeDraft()
  await openPage()
  expect(await title()).toHaveProperty('value', 'Half a title')
  await screen.findByText('The photo is of another beach.')
  expect(await title()).toHaveProperty('value', 'Half a title')
})

test('a draft for an event that is not rejected any more is of no use', async () => {
  await writeDraft()
  serve({ ...EVENT, status: 'PUBLISHED' })
  await openPage()
  await screen.findByText('That event wasn’t rejected.')
})
