import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraftContent } from '@/client/shared/event-form/draft/use-draft'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { UseAgain } from './use-again'

const SLOT = 'event/new'
const NOW_SECONDS = Math.floor(Date.now() / 1000)
const SESSION = {
  access_token: { token: 'access', expires_at: NOW_SECONDS + 900 },
  refresh_token: { token: 'refresh', expires_at: NOW_SECONDS + 86_400 },
  user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
}
const NO_NETWORK = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => vi.stubGlobal('fetch', NO_NETWORK))
afterEach(async () => {
  cleanup()
  const { outbox, session } = await loadOfflineClient()
  for (const draft of await outbox.drafts.list(SLOT)) await outbox.drafts.remove(draft)
  for (const { id } of await outbox.list()) await outbox.discard(id)
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }))
  await session.logout()
  // A sign-out that is still being reported to the server would go on after the test.
  await vi.waitFor(async () => expect(await session.reportEndings()).toBe(0))
  vi.unstubAllGlobals()
})

async function use(id: string) {
  let opened = 0
  const part = await inRouter(<UseAgain id={id} onReady={() => (opened += 1)} />)
  render(part, { wrapper: QueryProvider })
  return { opened: () => opened }
}

async function draftsAfter(id: string) {
  const { opened } = await use(id)
  await vi.waitFor(() => expect(opened()).toBe(1))
  const { outbox } = await loadOfflineClient()
  const stored = await outbox.drafts.list(SLOT)
  return stored.map(({ content, photo, hadPhoto }) => ({ ...readDraftContent(content), photo, hadPhoto }))
}

test('an earlier submission becomes a draft without its dates and with its photo, before the form opens', async () => {
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue(eventContent('Fado at sunset'), photoOf(new Uint8Array([1, 2, 3])))
  const [draft, ...others] = await draftsAfter(id)
  expect(others).toEqual([])
  expect(draft).toMatchObject({
    values: { title: 'Fado at sunset', blocks: [{ startDate: '', endDate: '' }] },
    origin: { kind: 'earlier-event', title: 'Fado at sunset' },
    photo: { name: 'poster.jpg' },
    hadPhoto: true,
  })
})

test('of one that was sent by a visitor the photo does not come, and the draft says so', async () => {
  const { outbox } = await loadOfflineClient()
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 }),
  )
  const { id } = await outbox.enqueue(eventContent('Fado at sunset'), photoOf(new Uint8Array([1, 2, 3])))
  await outbox.settled(id, 5000)
  vi.stubGlobal('fetch', NO_NETWORK)
  expect(await draftsAfter(id)).toMatchObject([{ photo: undefined, hadPhoto: true }])
})

test('an event that nobody here knows leaves the way to an empty form', async () => {
  const { opened } = await use('0b0a5a3e-0000-4000-8000-000000000009')
  await screen.findByText('We couldn’t find that event.')
  expect(screen.getByRole('link', { name: 'Start a new event' }).getAttribute('href')).toBe('/add-event')
  expect(opened()).toBe(0)
})

test('one that cannot be fetched now can be fetched later', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/auth/login') ? Response.json({ data: SESSION }) : NO_NETWORK(),
  )
  await (await loadOfflineClient()).session.login('ana@example.com', 'tidal wonder 88')
  await use('0b0a5a3e-0000-4000-8000-000000000009')
  await screen.findByText('We couldn’t open the earlier event.')
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('We couldn’t find that event.')
})
