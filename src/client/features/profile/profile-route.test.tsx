import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { pageOf } from '@tests/support/page-of'
import { collectToasts } from '@tests/support/toasts'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { Session } from '@/contract/accounts/auth'
import { deferred } from '@/offline/platform/deferred'
import { Route } from './profile-route'
import { ownEventsQuery, profileQuery } from './own-events'

const texts = collectToasts(({ title }) => title)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const HOUR_MS = 3_600_000

function sessionOf(token: string): Session {
  const nowSeconds = Math.floor(Date.now() / 1000)
  return {
    access_token: { token: `${token}-access`, expires_at: nowSeconds + 900 },
    refresh_token: { token: `${token}-refresh`, expires_at: nowSeconds + 86_400 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
}
const PROFILE = {
  ...sessionOf('').user,
  created_at: 0,
  updated_at: 0,
  isAppleConnected: false,
  isGoogleConnected: false,
  hasPassword: true,
}

type Response_ = Response | Promise<Response>
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (code: string, status: number, path?: string) =>
  Response.json(
    { error: { code, message: '', fields: path ? [{ path, code: 'password_wrong', message: '' }] : [] } },
    { status },
  )

/** The page of somebody who has just signed in, on the real offline client: the server's responses alone are made up. */
async function openProfile(
  respond: (path: string, body: unknown) => Response_ | undefined,
  profile: Partial<typeof PROFILE> = {},
) {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^.*\/api\/v1|\?.*$/g, '')
    if (path === '/auth/login') return Response.json({ data: sessionOf('first') })
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    if (init.method !== 'GET') sent.push({ path, body })
    const response = respond(path, body)
    if (response !== undefined) return response
    if (path === '/profile/me') return Response.json({ data: { ...PROFILE, ...profile } })
    const isList = path === '/my-events' || path === '/profile/sessions'
    return Response.json({ data: isList ? { items: [], has_more: false } : {} })
  })
  await (await loadOfflineClient()).session.login('ana@example.com', 'tidal wonder 88')
  const client = createQueryClient()
  const shown = { ...PROFILE, ...profile }
  client.setQueryData(profileQuery('ana').queryKey, shown, { updatedAt: Date.now() - 5 * HOUR_MS })
  const events = { pages: [{ items: [], has_more: false }], pageParams: [1] }
  client.setQueryData(ownEventsQuery('ana').queryKey, events, { updatedAt: Date.now() - 2 * HOUR_MS })
  const Page = pageOf(Route)
  render(<QueryClientProvider client={client}>{await inRouter(<Page />)}</QueryClientProvider>)
  await screen.findByText('ana@example.com')
  // The queries that the test before has stored are shown until the server has responded.
  await waitFor(() => expect(client.isFetching()).toBe(0))
  return { to: (path: string) => sent.filter((call) => call.path === path).map(({ body }) => body) }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

// First in the file: nothing is stored of an earlier visit.
test('without a network the page is as old as the oldest of what it shows, said once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openProfile(() => lost())
  expect((await screen.findAllByText(/^Saved/)).map((age) => age.textContent)).toEqual(['Saved 5 hours ago'])
})

const newPassword = (old = 'old-and-good') => {
  type('Current password', old)
  type('New password', 'new-and-better')
  type('Confirm new password', 'new-and-better')
  press('Change password')
}

test('the session that comes with a new password is stored, and the form is empty', async () => {
  const next = sessionOf('second')
  await openProfile((path) =>
    path === '/profile/password' ? Response.json({ data: { session: next } }) : undefined,
  )
  newPassword()
  await waitFor(() => expect(texts).toEqual(['Password changed successfully']))
  const { session } = await loadOfflineClient()
  expect(await session.tokens.token()).toEqual({ kind: 'token', token: 'second-access' })
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Change password' })),
  )
})

test('a lost response is not called a failure: the password may have been changed', async () => {
  await openProfile((path) => (path === '/profile/password' ? lost() : undefined))
  newPassword()
  expect((await screen.findByRole('alert')).textContent).toContain('may already have been changed')
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'new-and-better')
})

async function openDeletion(...[respond, profile]: Parameters<typeof openProfile>) {
  const { to } = await openProfile(respond, profile)
  press('Delete my account')
  const dialog = await screen.findByRole('alertdialog')
  // Nobody types before the focus is there.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return { bodies: () => to('/profile/delete') }
}

test('the dialog names the account, and while it is being deleted nobody is told that it is kept', async () => {
  const response = deferred<Response>()
  const { bodies } = await openDeletion((path) => (path === '/profile/delete' ? response.promise : undefined))
  expect(screen.getByRole('alertdialog').textContent).toContain('ana@example.com')
  type('Your password', 'tidal wonder 88')
  press('Delete permanently')
  await waitFor(() => expect(bodies()).toEqual([{ password: 'tidal wonder 88' }]))
  press('Keep my account')
  expect(screen.queryByRole('alertdialog')).not.toBeNull()
  response.resolve(Response.json({ data: {} }))
  await waitFor(() => expect(texts).toEqual(['Your account has been deleted']))
})

test('a wrong password is said at its field, and of a lost response that the account may be gone', async () => {
  const responses = [() => refused('VALIDATION_FAILED', 422, 'password'), lost]
  await openDeletion((path) => (path === '/profile/delete' ? responses.shift()?.() : undefined))
  const dialog = within(screen.getByRole('alertdialog'))
  type('Your password', 'tidal wonder 88')
  press('Delete permanently')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your password')))
  await dialog.findByText('The current password is incorrect')
  type('Your password', 'tidal wonder 89')
  press('Delete permanently')
  expect((await dialog.findByRole('alert')).textContent).toContain('may already have been deleted')
})

test('an account without a password asks for none, and for a fresh sign-in where the last is too old', async () => {
  const { bodies } = await openDeletion(
    (path) => (path === '/profile/delete' ? refused('REAUTHENTICATION_REQUIRED', 403) : undefined),
    { hasPassword: false, isGoogleConnected: true },
  )
  expect(screen.queryByLabelText('Your password')).toBeNull()
  press('Delete permanently')
  expect((await screen.findByRole('alert')).textContent).toContain('within five minutes')
  expect(bodies()).toEqual([{}])
})

test('what could not be loaded is said in turn, and trying again keeps the focus in its section', async () => {
  await openProfile((path) => (path === '/profile/sessions' ? lost() : undefined))
  const heading = screen.getByRole('heading', { name: 'Where you are signed in' })
  const section = within(heading.closest('section') ?? document.body)
  await waitFor(() => expect(section.getByRole('status').textContent).toBe('We couldn’t load your sessions'))
  fireEvent.click(section.getByRole('button', { name: 'Try again' }))
  expect(document.activeElement).toBe(heading)
})
