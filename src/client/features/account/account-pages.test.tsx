import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf } from '@tests/support/page-of'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { Route as LoginRoute } from './login-route'
import { Route as ResetRoute } from './reset-password-route'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page at an address, with a server that responds to this call alone. */
async function openPage(
  route: typeof LoginRoute | typeof ResetRoute,
  address: string,
  respond: (path: string) => Response | Promise<Response>,
): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => respond(url.replace(/^.*\/api\/v1/, '')))
  const rootRoute = createRootRoute()
  const path = address.replace(/\?.*/, '')
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (given) => given,
    component: pageOf(route),
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history })
  await router.load()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const refused = (code: string, status: number, fields: object[] = []) =>
  Response.json({ error: { code, message: '', fields } }, { status })

test.each([
  ['a wrong password', refused('INVALID_CREDENTIALS', 401), 'Invalid email or password'],
  [
    'an address that the server takes for none',
    refused('VALIDATION_FAILED', 422, [{ path: 'email', code: 'email_invalid', message: '' }]),
    'Invalid email or password',
  ],
  ['a reply without a session', Response.json({ data: { user: {} } }), 'Invalid login response'],
  [
    'a server out of reach',
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'We couldn’t reach the server.',
  ],
])('%s has its sentence, and what was typed stays', async (_, response, sentence) => {
  await openPage(LoginRoute, '/login', (path) =>
    path === '/auth/login' ? response : Response.json({ data: {} }),
  )
  type('Email', 'ana@example.com')
  type('Password', 'tidal wonder 88')
  press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'tidal wonder 88')
  expect(document.querySelector('form')?.method, 'without a script nothing of it is in the address').toBe(
    'post',
  )
})

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

test('a link that is used up by a response that was lost says that the password may be set', async () => {
  const responses = [lost, () => refused('NOT_FOUND', 404)]
  await openPage(ResetRoute, '/reset-password?token=t', (path) =>
    path.endsWith('/confirm') ? (responses.shift() ?? lost)() : Response.json({ data: { valid: true } }),
  )
  await screen.findByLabelText('New password')
  for (const label of ['New password', 'Confirm new password']) type(label, 'sardinha-no-pao-2027')
  for (const _ of ['lost', 'used up']) {
    press('Reset password')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reset password' })).toBeDefined())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('may already')
  }
})
