import 'fake-indexeddb/auto'
import { afterAll, expect, it, vi } from 'vitest'
import { SETTINGS_PATH } from '@/contract/settings'
import { savedFileAddress } from '@/contract/events/saved-file'
import { memoryCaches } from '@tests/support/offline/memory-caches'

// Workbox listens once in a process: what needs its routes is in this file.
const ORIGIN = 'https://guide.test'
const types = new Set<string>()
const skipWaiting = vi.fn(async () => {})
const scope = Object.assign(new EventTarget(), {
  __WB_MANIFEST: [
    { url: 'index.html', revision: '1' },
    { url: 'assets/a-1.js', revision: null },
  ],
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

/** The response of the worker; undefined where it leaves the request to the browser. */
function respondedFor(request: Request, mode: string): Promise<Response | undefined> | undefined {
  const respondWith = vi.fn((response: Response | Promise<Response>) =>
    Promise.resolve(response).catch(() => undefined),
  )
  Object.defineProperty(request, 'mode', { value: mode })
  scope.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith, waitUntil }))
  return respondWith.mock.results[0]?.value
}

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
  expect(respondedFor(new Request(ORIGIN + path, { method }), mode)).toBeDefined()
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

const broken = () => Promise.reject(new DOMException('Broken', 'UnknownError'))

it.each([
  ['a file', '/assets/a-1.js', 'cors'],
  ['a page', '/events', 'navigate'],
])('gets %s from the network where the cache cannot be read', async (_, path, mode) => {
  vi.stubGlobal('caches', { match: broken, open: broken })
  vi.stubGlobal('fetch', async ({ url }: Request) => new Response(url))
  const response = await respondedFor(new Request(ORIGIN + path), mode)
  expect(await response?.text()).toBe(ORIGIN + path)
})
