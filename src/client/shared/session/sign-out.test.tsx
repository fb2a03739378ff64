import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { deferred } from '@/offline/platform/deferred'
import { browserPush } from '@tests/support/services/browser-push'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { BACK_OFFICE_KEY, clearSignedOutAccounts } from './account-queries'
import { ownKey } from './own-queries'
import { signOut } from './use-sign-out'

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const KEY = 'BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
let subscriptions = 0
let session = 0
/** Settles when an endpoint has been registered at the server. */
let registered = deferred<string>()
const browser = browserPush({
  subscribe: () => ({
    endpoint: `https://push.example/${(subscriptions += 1)}`,
    keys: { p256dh: KEY, auth: KEY },
  }),
})

const ok = (data: object, status = 200) => Response.json({ data }, { status })

function respond(url: string, init?: RequestInit): Response {
  const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, string>
  if (url.endsWith('/auth/login')) return ok(sessionOf(body['email'] ?? ''))
  if (url.endsWith('/push/key')) return ok({ public_key: KEY })
  if (url.endsWith('/push/subscriptions')) {
    registered.resolve(body['endpoint'] ?? '')
    return ok({}, 201)
  }
  if (url.endsWith('/events')) return ok({ id: 'row', title: 't', status: 'ON_REVIEW' }, 201)
  return ok({})
}

function sessionOf(user: string) {
  session += 1
  return {
    access_token: { token: `access-${session}`, expires_at: NOW_SECONDS + 900 },
    refresh_token: { token: `refresh-${session}`, expires_at: NOW_SECONDS + 86_400 },
    user: { id: user, email: user, name: user, role: 'USER' },
  }
}

beforeEach(async () => {
  registered = deferred<string>()
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => respond(url, init))
  await useBrowserPush(browser.pushManager())
})
afterEach(() => vi.unstubAllGlobals())

/** The worker's registration, whose push is this browser's. */
async function useBrowserPush(pushManager: PromiseLike<PushManager>): Promise<void> {
  const getRegistration = async () => ({ active: {}, pushManager: await pushManager })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration, ready: new Promise(() => {}) },
    configurable: true,
  })
}

test('a sign-out ends the account’s notifications, and leaves nothing of it in queries and receipts', async () => {
  const queryClient = createQueryClient()
  await clearSignedOutAccounts(queryClient)
  const { session: manager, outbox } = await loadOfflineClient()
  await manager.login('ana', 'secret')
  expect(await registered.promise).toBe(browser.endpoint())
  const entry = await outbox.enqueue(eventContent('A private evening'))
  expect(await outbox.settled(entry.id, 5000)).toMatchObject({ state: 'sent' })
  queryClient.setQueryData(ownKey('ana', 'profile'), 'Ana')
  queryClient.setQueryData([...BACK_OFFICE_KEY, 'users'], ['Rui'])

  await signOut()
  expect(manager.current()).toBeUndefined()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  expect(await outbox.list()).toEqual([])
  await vi.waitFor(() => expect(browser.endpoint()).toBeUndefined())
})
