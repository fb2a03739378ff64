import 'fake-indexeddb/auto'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '@/contract/accounts/auth'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useSignInFirst } from './return-address'
import { useSignOut } from './use-sign-out'

// The whole file has this response: a sign-out tells the server after the test.
vi.stubGlobal('fetch', async () => Response.json({ data: SESSION }))

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const nowSeconds = Math.floor(Date.now() / 1000)
const SESSION: Session = {
  access_token: { token: 'access', expires_at: nowSeconds + 900 },
  refresh_token: { token: 'refresh', expires_at: nowSeconds + 86_400 },
  user: { id: '0b0a5a3e-0000-4000-8000-000000000001', email: 'ana@example.com', name: 'Ana', role: 'USER' },
}

function Guarded() {
  const user = useCurrentUser()
  const { request } = useSignOut('/login')
  useSignInFirst(user === null)
  return user ? (
    <button type="button" onClick={request}>
      sign out
    </button>
  ) : null
}

/** A visit of a guarded page; every state that the login had since. */
async function visit() {
  const rootRoute = createRootRoute()
  const routeTree = rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path: '/profile', component: Guarded }),
    createRoute({ getParentRoute: () => rootRoute, path: '/login', component: () => <p>the login</p> }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/profile'] })
  const explained: boolean[] = []
  history.subscribe(({ location: { pathname, state } }) => {
    if (pathname === '/login') explained.push(state.isSessionOver === true)
  })
  const router = createRouter({ routeTree, history })
  await router.load()
  render(<RouterProvider router={router as never} />)
  return explained
}

async function signIn() {
  const { session } = await loadOfflineClient()
  await session.login('ana@example.com', 'tidal wonder 88')
  return session
}

test('the login says why to whoever was signed in here', async () => {
  const session = await signIn()
  const explained = await visit()
  await screen.findByRole('button')
  await session.logout()
  await screen.findByText('the login')
  await waitFor(() => expect(explained).toEqual([true]))
})

test('who was not signed in, or signs out on the page itself, is told nothing', async () => {
  const before = await visit()
  await screen.findByText('the login')
  expect(before).toEqual([false])
  cleanup()

  await signIn()
  const after = await visit()
  fireEvent.click(await screen.findByRole('button'))
  await screen.findByText('the login')
  expect(after).toContain(false)
  expect(after).not.toContain(true)
})
