import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import type { Profile } from '@/contract/accounts/profile'
import { DeleteAccount } from './account-data/delete-account'
import { signInHere } from './own-account.fixture'
import { ProfilePage } from './profile-page'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ignore = () => {}

function renderProfile(search: string): void {
  const rootRoute = createRootRoute()
  const profileRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/profile',
    validateSearch: (given) => given,
    component: ProfilePage,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([profileRoute]),
    history: createMemoryHistory({ initialEntries: [`/profile${search}`] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('who comes back as another person than the one to be deleted is told so', async () => {
  await signInHere({ email: 'rui@example.com' })
  renderProfile('?delete=ana')
  const alert = await screen.findByText('You are now signed in as rui@example.com')
  expect(alert.closest('[role=alert]')?.textContent).toContain('Nothing was deleted.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the deletion dialog names the account that is deleted', () => {
  const profile: Profile = {
    id: 'ana',
    name: 'Ana',
    email: 'ana@example.com',
    role: 'USER',
    created_at: 0,
    updated_at: 0,
    isAppleConnected: false,
    isGoogleConnected: false,
  }
  render(
    <DeleteAccount
      profile={profile}
      onClose={ignore}
      onSignInAgain={ignore}
      onDeleting={ignore}
      onDeleted={ignore}
    />,
  )
  expect(screen.getByRole('alertdialog').textContent).toContain('ana@example.com')
})
