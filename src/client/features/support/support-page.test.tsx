import 'fake-indexeddb/auto'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { collectToasts } from '@tests/support/toasts'
import { afterEach, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { isReadable } from '@/offline/outbox/entry'
import { SupportPage } from './support-page'

const toasts = collectToasts(({ title }) => title)
// Here it is null, which no browser has.
Object.defineProperty(navigator, 'locks', { value: undefined })
Object.defineProperty(window, 'scrollTo', { value: () => undefined })
afterEach(async () => {
  cleanup()
  const { outbox } = await loadOfflineClient()
  for (const { id } of await outbox.list()) await outbox.discard(id)
  vi.unstubAllGlobals()
})

const MESSAGE = {
  first_name: 'Ana',
  last_name: 'Sousa',
  email: 'ana@example.pt',
  topic: 'Feedback',
  message: 'One',
} as const

async function openPage(edit: string) {
  const rootRoute = createRootRouteWithContext<{ nowSeconds: number }>()()
  const path = '/contacts'
  const routeTree = rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path, component: SupportPage }),
    createRoute({ getParentRoute: () => rootRoute, path: '/$', component: () => null }),
  ])
  const history = createMemoryHistory({ initialEntries: [`${path}?edit=${edit}`] })
  const router = createRouter({ routeTree, history, context: { nowSeconds: 0 } })
  await router.load()
  render(
    <QueryProvider>
      <RouterProvider router={router as never} />
    </QueryProvider>,
  )
}

const field = (name: string) => screen.getByLabelText(name)
const isInvalid = (name: string) => field(name).getAttribute('aria-invalid') === 'true'

function send(name: string, value: string): void {
  fireEvent.change(field(name), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
}

function refuse(path: string, code: string): void {
  const error = { code: 'VALIDATION_FAILED', message: 'Not valid', fields: [{ path, code }] }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 422 }))
}

test('a message that is refused again is corrected as it is by then', async () => {
  refuse('email', 'email_invalid')
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue({ kind: 'sendSupportMessage', payload: MESSAGE })
  await outbox.settled(id, 5000)
  await openPage(id)
  await waitFor(() => expect(isInvalid('Email')).toBe(true))
  refuse('message', 'message_too_long')
  send('Email', 'ana@example.org')
  await waitFor(() => expect(isInvalid('Message')).toBe(true), { timeout: 8000 })
  expect(isInvalid('Email')).toBe(false)
  vi.stubGlobal('fetch', async () => Response.json({ data: { id: crypto.randomUUID() } }, { status: 201 }))
  send('Message', 'Two')
  const sent = async () =>
    (await outbox.list()).filter(isReadable).map(({ state, payload }) => [state, payload])
  const now = { ...MESSAGE, email: 'ana@example.org', message: 'Two' }
  await waitFor(async () => expect(await sent()).toEqual([['sent', now]]), { timeout: 8000 })
  expect(toasts).not.toContain('This was changed in another tab')
})
