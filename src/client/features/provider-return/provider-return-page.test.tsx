import 'fake-indexeddb/auto'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeAttempt, type ProviderName } from '@/client/shared/sign-in/provider-sign-in'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { consumeResponse, ProviderReturnPage } from './provider-return-page'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function comeBack(query: string) {
  window.history.replaceState(null, '', `/auth/google/callback?${query}`)
  const rootRoute = createRootRoute()
  const routeTree = rootRoute.addChildren([
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/auth/google/callback',
      component: () => <ProviderReturnPage provider="google" />,
    }),
    createRoute({ getParentRoute: () => rootRoute, path: '/login', component: () => <p>the login page</p> }),
  ])
  const history = createMemoryHistory({ initialEntries: [`/auth/google/callback?${query}`] })
  const router = createRouter({ routeTree, history })
  await act(async () => {
    await router.load()
    render(
      <StrictMode>
        <RouterProvider router={router as never} />
      </StrictMode>,
    )
  })
  return history
}

function begin(provider: ProviderName = 'google'): void {
  storeAttempt({ provider, state: 'a-state', nonce: 'a nonce', opensIn: 'page', startedAt: Date.now() })
}

test('a response counts once, though React runs effects twice, and leaves the address at once', async () => {
  begin()
  const history = await comeBack('state=a-state&error=access_denied')
  expect(screen.getByRole('heading').textContent).toBe('Authentication Failed')
  expect(screen.getByText('Google login failed')).toBeDefined()
  expect(history.location.href).toBe('/auth/google/callback')
  expect(history.length).toBe(1)
})

test('a failure is shown for three seconds, then comes the login', async () => {
  begin()
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const history = await comeBack('state=another&code=x')
  expect(screen.getByText('Invalid response from Google. Please try again.')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2999))
  expect(history.location.pathname).toBe('/auth/google/callback')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(history.location.pathname).toBe('/login')
  expect(history.length).toBe(1)
  expect(fetched, 'a code of somebody else is sent nowhere').not.toHaveBeenCalled()
})

test('a response that nobody asked for is refused', async () => {
  vi.useRealTimers()
  await loadOfflineClient()
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const history = await comeBack('state=made-up&code=made-up')
  expect(await screen.findByText('Invalid response from Google. Please try again.')).toBeDefined()
  expect(history.location.href).toBe('/auth/google/callback')
  expect(fetched).not.toHaveBeenCalled()
})

test('trying again leaves the focus where the outcome comes, though the button goes', async () => {
  vi.useRealTimers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await loadOfflineClient()
  begin()
  await comeBack('state=a-state&code=x')
  const button = await screen.findByRole('button', { name: 'Try again' })
  button.focus()
  fireEvent.click(button)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement?.textContent).toContain('Authenticating')
})

const ok = new URLSearchParams({ state: 'a-state', code: '4/0&#', name: 'Ana' }).toString()

test('Google’s code is in the query, Apple’s with the name in the fragment', () => {
  begin('google')
  expect(consumeResponse('google', { search: `?${ok}`, hash: '' })).toMatchObject({ code: '4/0&#' })
  begin('apple')
  expect(consumeResponse('apple', { search: '', hash: `#${ok}` })).toMatchObject({
    code: '4/0&#',
    name: 'Ana',
  })
})

test.each([
  ['state=another&code=x', 'invalid'],
  ['code=x', 'invalid'],
  ['state=another&error=access_denied', 'invalid'],
  ['', 'invalid'],
  ['state=&code=x', 'invalid'],
  ['state=a-state', 'invalid'],
  ['state=a-state&code=', 'invalid'],
  ['state=a-state&error=access_denied&code=x', 'denied'],
])('of the response %s the page says: %s', (query, kind) => {
  begin()
  expect(consumeResponse('google', { search: `?${query}`, hash: `#${ok}` }).kind).toBe(kind)
})

test('without an attempt of this tab a response is stray: read twice, opened by hand, storage forbidden', () => {
  const location = { search: `?${ok}`, hash: '' }
  begin()
  expect(consumeResponse('google', location).kind).toBe('code')
  expect(consumeResponse('google', location)).toEqual({ kind: 'stray' })
  begin()
  const forbidden = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  expect(consumeResponse('google', location)).toEqual({ kind: 'stray' })
  forbidden.mockRestore()
})
