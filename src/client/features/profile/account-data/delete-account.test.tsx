import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderToastsWith } from '@/client/shared/notifications/toast'
import { deferred } from '@/offline/platform/deferred'
import { DeleteAccount } from './delete-account'
import { signInHere } from '../own-account.fixture'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const UNUSED = {
  onClose: () => undefined,
  onSignInAgain: () => undefined,
  onDeleting: () => undefined,
  onDeleted: () => undefined,
}
const PROFILE = {
  created_at: 0,
  updated_at: 0,
  isAppleConnected: false,
  isGoogleConnected: false,
  hasPassword: true,
}

const pressDelete = () => fireEvent.click(screen.getByRole('button', { name: 'Delete permanently' }))

test('while it is being deleted nobody is told that it is kept', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  const sent = deferred<undefined>()
  const response = deferred<Response>()
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.endsWith('/profile/delete')) return Promise.resolve(Response.json({ data: {} }))
    sent.resolve(undefined)
    return response.promise
  })
  const calls: string[] = []
  render(
    <DeleteAccount
      profile={{ ...user, ...PROFILE }}
      onClose={() => calls.push('closed')}
      onSignInAgain={() => calls.push('signing in again')}
      onDeleting={() => calls.push('deleting')}
      onDeleted={() => calls.push('deleted')}
    />,
  )
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'tidal wonder 88' } })
  fireEvent.click(screen.getByRole('button', { name: 'Delete permanently' }))
  await sent.promise
  fireEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
  expect(calls).toEqual([])
  response.resolve(Response.json({ data: { ok: true } }))
  await waitFor(() => expect(calls).toEqual(['deleting', 'deleted']))
})

test('a second try that finds the session gone says that the account has probably been deleted', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  const texts: string[] = []
  const endToasts = renderToastsWith(({ title }) => texts.push(title))
  let isGone = false
  vi.stubGlobal('fetch', async () => {
    if (!isGone) throw new TypeError('Failed to fetch')
    return Response.json({ error: { code: 'UNAUTHENTICATED', message: '', fields: [] } }, { status: 401 })
  })
  render(<DeleteAccount profile={{ ...user, ...PROFILE }} {...UNUSED} />)
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'tidal wonder 88' } })
  pressDelete()
  await screen.findByRole('alert')
  isGone = true
  pressDelete()
  await waitFor(() => expect(texts.join()).toContain('has most likely been deleted'))
  endToasts()
})

test('what was never sent, for want of a token, is not called a deletion that may have happened', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 901_000)
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return new Response('<h1>Bad gateway</h1>', { status: 502 })
  })
  render(<DeleteAccount profile={{ ...user, ...PROFILE }} {...UNUSED} />)
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'tidal wonder 88' } })
  pressDelete()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('We couldn’t reach the server.')
  expect(urls.filter((url) => url.endsWith('/profile/delete'))).toEqual([])
})

test('an account without a password is deleted by its fresh sign-in with a provider, and asks for none', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    if (url.endsWith('/profile/delete')) bodies.push(JSON.parse(init?.body ?? ''))
    return Response.json({ data: { ok: true } })
  })
  const deleted = deferred<undefined>()
  const profile = { ...user, ...PROFILE, isGoogleConnected: true, hasPassword: false }
  render(<DeleteAccount profile={profile} {...UNUSED} onDeleted={() => deleted.resolve(undefined)} />)
  expect(screen.queryByLabelText('Your password')).toBeNull()
  pressDelete()
  await deleted.promise
  expect(bodies).toEqual([{}])
})
