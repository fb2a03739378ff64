import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { renderToastsWith } from '@/client/shared/notifications/toast'
import { SignInAgain } from '@/client/features/profile/account-data/delete-account'

afterEach(cleanup)

const GOOGLE = {
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  client_id: 'guide',
  redirect_uri: 'https://guide.example/auth/google/callback',
}

function renderFor(isGoogleConnected: boolean, providers: object) {
  const client = createQueryClient()
  client.setQueryData(['sign-in-providers'], providers)
  const profile = {
    id: '0b0a5a3e-0000-4000-8000-000000000001',
    email: 'ana@example.com',
    name: 'Ana',
    role: 'USER',
    created_at: 0,
    updated_at: 0,
    isAppleConnected: false,
    isGoogleConnected,
    hasPassword: false,
  } as const
  render(
    <QueryClientProvider client={client}>
      <SignInAgain profile={profile} onSignedIn={() => undefined} />
    </QueryClientProvider>,
  )
}

const LINK = 'Email me a link to choose a password'

for (const [what, isGoogleConnected, providers] of [
  ['whose provider is no longer configured', true, {}],
  ['that has no provider', false, { google: GOOGLE }],
] as const)
  test(`an account without a password ${what} gets a link to choose one`, async () => {
    const sent: unknown[] = []
    const texts: string[] = []
    const endToasts = renderToastsWith(({ title }) => texts.push(title))
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      sent.push(JSON.parse(String(init.body)))
      return Response.json({ data: {} })
    })
    renderFor(isGoogleConnected, providers)
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: LINK }))
    await waitFor(() => expect(texts).toHaveLength(1))
    expect(sent).toEqual([{ email: 'ana@example.com' }])
    endToasts()
  })

test('who can sign in again with a provider is not sent for a password', () => {
  renderFor(true, { google: GOOGLE })
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeDefined()
  expect(screen.queryByRole('button', { name: LINK })).toBeNull()
})
