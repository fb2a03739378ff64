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

test('trying again leaves the focus on the title, every time', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await loadOfflineClient()
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

  for (const round of [1, 2]) {
    const button = await screen.findByRole('button', { name: 'Try again' })
    button.focus()
    fireEvent.click(button)
    expect(document.activeElement, `try ${round}`).toBe(screen.getByRole('heading'))
    await screen.findByRole('button', { name: 'Try again' })
    expect(document.activeElement, `after try ${round}`).toBe(screen.getByRole('heading'))
  }
})
