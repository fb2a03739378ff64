import 'fake-indexeddb/auto'
import { afterAll, expect, it, vi } from 'vitest'
import { SETTINGS_PATH } from '@/contract/settings'
import { savedFileAddress } from '@/contract/events/saved-file'
import { memoryCaches } from '@tests/support/offline/memory-caches'

const ORIGIN = 'https://guide.test'
const types = new Set<string>()
const skipWaiting = vi.fn(async () => {})
const scope = Object.assign(new EventTarget(), {
  __WB_MANIFEST: [{ url: 'index.html', revision: '1' }],
  __WB_DISABLE_DEV_LOGS: true,
  importScripts: () => {},
  location: new URL(`${ORIGIN}/sw.js`),
  registration: { scope: `${ORIGIN}/`, installing: null, waiting: null, active: null },
  navigator: { language: 'en' },
  clients: { matchAll: async () => [] },
  skipWaiting,
})
scope.addEventListener = (...given: Parameters<EventTarget['addEventListener']>) => {
  types.add(given[0])
  EventTarget.prototype.addEventListener.apply(scope, given)
}
vi.stubGlobal('self', scope)
for (const name of ['location', 'registration', '__WB_DISABLE_DEV_LOGS'] as const)
  vi.stubGlobal(name, scope[name])
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
vi.stubGlobal('caches', memoryCaches(ORIGIN).caches)
await import('./sw')
afterAll(() => vi.unstubAllGlobals())

/** Nobody waits for what this test does not look at, and without a network it may fail. */
const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined)

it('listens for whatever the browser wakes it for', () => {
  expect([...types].toSorted()).toEqual([
    'activate',
    'fetch',
    'install',
    'message',
    'notificationclick',
    'periodicsync',
    'push',
    'pushsubscriptionchange',
    'sync',
  ])
})

it.each([
  ['what another app shares', '/add-event', { method: 'POST' }],
  ['the settings', SETTINGS_PATH, {}],
  ['the calendar file of an event', '/events/11111111-2222-4333-8444-555555555555.ics', {}],
  ['the file of what is saved', savedFileAddress('en'), {}],
  ['a photo', '/photos/0123456789abcdef-full.jpg', {}],
  ['a page', '/events', { mode: 'navigate' }],
])('responds for %s', (_, path, { method = 'GET', mode = 'cors' }: { method?: string; mode?: string }) => {
  const request = Object.defineProperty(new Request(ORIGIN + path, { method }), 'mode', { value: mode })
  const respondWith = vi.fn(async (response: Response | Promise<Response>) => {
    await Promise.resolve(response).catch(() => undefined)
  })
  scope.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith, waitUntil }))
  expect(respondWith).toHaveBeenCalledOnce()
})

it.each([
  ['to deliver the outbox', { type: 'DELIVER' }, { type: 'DELIVERING' }],
  ['to sync the replica', { type: 'SYNC', seen: [] }, { type: 'SYNCING' }],
  ['whether the shell is here', { type: 'CHECK_SHELL' }, { isComplete: false }],
])('replies when a page asks %s', async (_, data, reply) => {
  const { port1, port2 } = new MessageChannel()
  const first = new Promise((resolve) => {
    port1.addEventListener('message', (event: MessageEvent<unknown>) => resolve(event.data), { once: true })
  })
  port1.start()
  scope.dispatchEvent(Object.assign(new MessageEvent('message', { data, ports: [port2] }), { waitUntil }))
  expect(await first).toEqual(reply)
  port1.close()
})

it('takes over when the person has agreed to the new version', async () => {
  const event = new MessageEvent('message', { data: { type: 'SKIP_WAITING' } })
  scope.dispatchEvent(Object.assign(event, { waitUntil }))
  await vi.waitFor(() => expect(skipWaiting).toHaveBeenCalled())
})
