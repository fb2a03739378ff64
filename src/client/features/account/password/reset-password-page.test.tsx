import 'fake-indexeddb/auto'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { ResetPasswordPage } from './reset-password-page'

afterEach(cleanup)

async function openPage() {
  const rootRoute = createRootRoute()
  const routeTree = rootRoute.addChildren([
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/reset-password',
      validateSearch: (search: Record<string, unknown>) =>
        search['token'] === undefined ? {} : { token: String(search['token']) },
      component: ResetPasswordPage,
    }),
    createRoute({ getParentRoute: () => rootRoute, path: '/login', component: () => null }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/reset-password?token=abc'] })
  const router = createRouter({ routeTree, history })
  await router.load()
  render(<RouterProvider router={router as never} />, { wrapper: QueryProvider })
}

test('trying again leaves the focus on the title, every time', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await loadOfflineClient()
  await openPage()

  for (const round of [1, 2]) {
    const button = await screen.findByRole('button', { name: 'Try again' })
    button.focus()
    fireEvent.click(button)
    expect(document.activeElement, `try ${round}`).toBe(screen.getByRole('heading'))
    await screen.findByRole('button', { name: 'Try again' })
    expect(document.activeElement, `after try ${round}`).toBe(screen.getByRole('heading'))
  }
})

test.each([
  [422, 'VALIDATION_FAILED'],
  [404, 'NOT_FOUND'],
  [410, 'GONE'],
  [410, 'TOKEN_EXPIRED'],
])('a link that the server answers with %i %s is invalid', async (status, code) => {
  vi.stubGlobal('fetch', async () => Response.json({ error: { code, message: 'No' } }, { status }))
  await loadOfflineClient()
  await openPage()
  await screen.findByRole('heading', { name: 'Invalid or Expired Token' })
})

test.each([true, false])(
  'ends the session of this device, if it is of the account (%s)',
  async (isOfAccount) => {
    const ends = Math.floor(Date.now() / 1000) + 900
    const token = { token: 'secret', expires_at: ends }
    const user = { id: 'ana', name: 'Ana', email: 'ana@example.com', role: 'USER' }
    const replies: Record<string, object> = {
      login: { access_token: token, refresh_token: token, user },
      'validate-token': { valid: true },
      confirm: {},
      ...(isOfAccount ? {} : { me: { ...user, isAppleConnected: false, isGoogleConnected: false } }),
    }
    vi.stubGlobal('fetch', async (url: string) => {
      const data = replies[url.split('/').at(-1) ?? '']
      return data === undefined
        ? Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 })
        : Response.json({ data })
    })
    const { session } = await loadOfflineClient()
    await session.login('ana@example.com', 'tidal wonder 88')
    await openPage()
    for (const label of ['New password', 'Confirm new password'])
      fireEvent.change(await screen.findByLabelText(label), { target: { value: 'another wonder 88' } })
    fireEvent.click(screen.getByRole('button', { name: 'Reset password' }))
    await screen.findByRole('button', { name: 'Go to login' })
    expect(session.current()?.user.id).toBe(isOfAccount ? undefined : 'ana')
  },
)
