import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { signInHere } from './own-account.fixture'
import { PageAge } from './account-sections'
import { ownEventsQuery, profileQuery } from './profile-queries'

afterEach(cleanup)

const HOUR_MS = 3_600_000

/** The page as a cold start has it: with the stored name and events. */
async function openPage(respond: () => Promise<Response>): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  vi.stubGlobal('fetch', (url: string) => (url.includes('/my-events') ? respond() : new Promise(() => {})))
  const client = createQueryClient()
  client.setQueryData(
    profileQuery(user.id).queryKey,
    { ...user, created_at: 0, updated_at: 0, isAppleConnected: false, isGoogleConnected: false },
    { updatedAt: Date.now() - 5 * HOUR_MS },
  )
  client.setQueryData(
    ownEventsQuery(user.id).queryKey,
    { pages: [{ items: [], has_more: false }], pageParams: [1] },
    { updatedAt: Date.now() - 2 * HOUR_MS },
  )
  render(
    <QueryClientProvider client={client}>
      <PageAge userId={user.id} />
    </QueryClientProvider>,
  )
}

test('without a network the page is as old as the oldest of what it shows, said once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openPage(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await screen.findAllByText(/^Saved/)).map((age) => age.textContent)).toEqual(['Saved 5 h ago'])
})

test('what could not be brought up to date says how old it is', async () => {
  await openPage(() => Promise.reject(new TypeError('Failed to fetch')))
  await waitFor(() => expect(screen.queryByText('Saved 2 h ago')).not.toBeNull())
})

test('what is being brought up to date is not called old', async () => {
  await openPage(() => new Promise(() => {}))
  expect(screen.queryByText(/^Saved/)).toBeNull()
})
