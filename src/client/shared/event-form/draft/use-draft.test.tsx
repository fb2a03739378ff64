import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyValues } from '../form-values'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { photoToBeginWith, useDraft } from './use-draft'

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const sessionOf = (id: string) => ({
  access_token: { token: `${id}-access`, expires_at: NOW_SECONDS + 900 },
  refresh_token: { token: `${id}-refresh`, expires_at: NOW_SECONDS + 86_400 },
  user: { id, email: `${id}@example.com`, name: id, role: 'USER' },
})

async function signIn(id: string) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ data: url.endsWith('/auth/login') ? sessionOf(id) : {} }),
  )
  await (await loadOfflineClient()).session.login(`${id}@example.com`, 'tidal wonder 88')
}
const signOut = async () => (await loadOfflineClient()).session.logout()

beforeEach(() => signIn('ana'))
afterEach(async () => {
  cleanup()
  await signOut()
  // A sign-out that is still being reported to the server would go on after the test.
  const { session } = await loadOfflineClient()
  await vi.waitFor(async () => expect(await session.reportEndings()).toBe(0))
})

async function openForm() {
  const { result } = renderHook(() => useDraft('event/new', { beginsWithOwnEmail: true }))
  await vi.waitFor(() => expect(result.current.isReady).toBe(true))
  return result
}

test('an untouched form has the address of whoever is signed in by now, and what is written is theirs', async () => {
  const form = await openForm()
  expect(form.current.ownEmail).toBe('ana@example.com')
  await act(signOut)
  await vi.waitFor(() => expect(form.current).toMatchObject({ isReady: true, ownEmail: '' }))
  await act(() => signIn('rui'))
  await vi.waitFor(() => expect(form.current).toMatchObject({ isReady: true, ownEmail: 'rui@example.com' }))
  const written = { ...emptyValues(), email: 'rui@example.com', title: 'Fado on the beach' }
  act(() => form.current.change(written, undefined))
  await form.current.session?.flush()
  const { outbox } = await loadOfflineClient()
  expect((await outbox.drafts.list('event/new'))[0]?.owner).toBe('rui')
})

test('what somebody has begun to write stays, and stays theirs', async () => {
  const form = await openForm()
  const written = { ...emptyValues(), email: 'ana@example.com', title: 'Fado on the beach' }
  act(() => form.current.change(written, undefined))
  const { session } = form.current
  await act(signOut)
  expect(form.current.session).toBe(session)
  expect(form.current.ownEmail).toBe('ana@example.com')
  await session?.flush()
  await signIn('ana')
  const { outbox } = await loadOfflineClient()
  expect((await outbox.drafts.list('event/new'))[0]?.owner).toBe('ana')
  await session?.discard()
})

test('a draft whose photo had no room begins with that of what it changes, one without a photo with none', () => {
  const photo = { bytes: new ArrayBuffer(1), type: 'image/jpeg', name: 'poster.jpg' } as const
  const restored = { values: emptyValues(), origin: undefined, context: undefined, photo: undefined }
  expect(photoToBeginWith(undefined, photo)).toBe(photo)
  expect(photoToBeginWith({ ...restored, lostPhoto: true }, photo)).toBe(photo)
  expect(photoToBeginWith({ ...restored, lostPhoto: false }, photo)).toBeUndefined()
})
