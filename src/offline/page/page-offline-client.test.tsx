import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { removePageListeners } from '@tests/support/page-listeners'
import type { PageOfflineClient } from './page-offline-client'

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const SESSION = {
  access_token: { token: 'access', expires_at: NOW_SECONDS + 900 },
  refresh_token: { token: 'refresh', expires_at: NOW_SECONDS + 86_400 },
  user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
}

const persist = vi.fn(async () => true)
const registration = {
  active: null,
  sync: { register: vi.fn(async () => {}) },
  periodicSync: { register: vi.fn(async () => {}) },
}
let client: PageOfflineClient | undefined

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/auth/login')) return Response.json({ data: SESSION })
    throw new TypeError('Failed to fetch')
  })
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } })
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
})
afterEach(() => {
  client?.outbox.close()
  client?.session.close()
  vi.clearAllMocks()
  localStorage.clear()
})
// The hook of the last call runs first: the one above forgets what listens.
removePageListeners()

async function openPage(): Promise<PageOfflineClient> {
  vi.resetModules()
  const { pageOfflineClient } = await import('./page-offline-client')
  client = pageOfflineClient()
  await client.session.ready
  return client
}

test('the browser is asked to keep what a person saves at the first one, not before and not again', async () => {
  const { saved } = await openPage()
  expect(persist).not.toHaveBeenCalled()
  await saved.save([{ event: programmeEvent('first', 1_900_000_000) }])
  expect(persist).toHaveBeenCalledTimes(1)
  await saved.save([{ event: programmeEvent('second', 1_900_000_000) }])
  expect(persist).toHaveBeenCalledTimes(1)
})

test('an app that has just been installed is kept, and has its programme refreshed while nobody looks', async () => {
  await openPage()
  // In the page of the tests those of earlier files listen, too.
  const listening: unknown[][] = vi.mocked(window.addEventListener).mock.calls
  const prepare = listening.find(([type]) => type === 'appinstalled')?.[1] as () => void
  prepare()
  expect(persist).toHaveBeenCalledOnce()
  const every = { minInterval: 12 * 3_600_000 }
  await vi.waitFor(() => expect(registration.periodicSync.register).toHaveBeenCalledWith('programme', every))
})

test('what waits is delivered as soon as the browser has a network', async () => {
  const { outbox } = await openPage()
  const deliver = vi.spyOn(outbox, 'schedule')
  window.dispatchEvent(new Event('online'))
  expect(deliver).toHaveBeenCalledWith({ networkIsBack: true })
})

test('notifications are those of who is signed in, and the worker tells the server of who no longer is', async () => {
  const { session, push } = await openPage()
  const begin = vi.spyOn(push, 'resumeAccount')
  const end = vi.spyOn(push, 'end')
  await session.login('ana@example.com', 'secret')
  await vi.waitFor(() => expect(begin).toHaveBeenCalledOnce())
  expect(end).not.toHaveBeenCalled()
  await session.logout()
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(registration.sync.register).toHaveBeenCalledWith('outbox'))
})
