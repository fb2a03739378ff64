import 'fake-indexeddb/auto'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS, SETTINGS_PATH } from '@/contract/settings'
import { savedFileAddress } from '@/contract/events/calendar-files'
import { memoryCaches } from '@tests/support/offline/memory-caches'

// Workbox listens once in a process: what needs its routes is in this file.
const ORIGIN = 'https://guide.test'
const SETTINGS = { googleMapsKey: 'a key' }
const types = new Set<string>()
const skipWaiting = vi.fn(async () => {})
const importScripts = vi.fn(() => vi.stubGlobal('SETTINGS', SETTINGS))
const scope = Object.assign(new EventTarget(), {
  __WB_MANIFEST: [
    { url: 'index.html', revision: '1' },
    { url: 'favicon.svg', revision: '2' },
    { url: 'assets/a-1.js', revision: null },
  ],
  __WB_DISABLE_DEV_LOGS: true,
  importScripts,
  location: new URL(`${ORIGIN}/sw.js`),
  registration: { scope: `${ORIGIN}/`, installing: null, waiting: null, active: null },
  navigator: { language: 'en' },
  clients: { claim: async () => {}, matchAll: async () => [] },
  skipWaiting,
})
scope.addEventListener = (...given: Parameters<EventTarget['addEventListener']>) => {
  types.add(given[0])
  EventTarget.prototype.addEventListener.apply(scope, given)
}
const memory = memoryCaches(ORIGIN)
/** As in a worker, whose addresses may be relative. */
class WorkerRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init)
  }
}
vi.stubGlobal('self', Object.assign(scope, { caches: memory.caches }))
for (const name of ['location', 'registration', '__WB_DISABLE_DEV_LOGS'] as const)
  vi.stubGlobal(name, scope[name])
vi.stubGlobal('Request', WorkerRequest)
vi.stubGlobal('ExtendableEvent', Event)
vi.stubGlobal('FetchEvent', class FetchEvent extends Event {})
vi.stubGlobal('caches', memory.caches)
await import('./sw')
// Its name is of the scope that the first file of this process gave Workbox.
const CACHE = (await import('workbox-core')).cacheNames.precache
afterAll(() => vi.unstubAllGlobals())

const offline = () => Promise.reject(new TypeError('Failed to fetch'))
/** Every file has its own path for its text; of the API nothing comes. */
const online = async (request: RequestInfo) => {
  const { url } = new WorkerRequest(request)
  return url.includes('/api/') ? offline() : new Response(url.slice(ORIGIN.length))
}
beforeEach(() => vi.stubGlobal('fetch', offline))
afterEach(() => vi.stubGlobal('caches', memory.caches))

/** Dispatches an event and waits for what its listeners want waited for. */
async function dispatch(type: string, fields: object = {}, event = new Event(type)): Promise<void> {
  const waits: Promise<unknown>[] = []
  const waitUntil = (wait: Promise<unknown>) => void waits.push(wait)
  scope.dispatchEvent(Object.assign(event, fields, { waitUntil }))
  await Promise.all(waits)
}

/** The first reply of the worker to a page that posts this. */
async function replyTo(data: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const first = new Promise((resolve) => {
    port1.addEventListener('message', (event: MessageEvent<unknown>) => resolve(event.data), { once: true })
  })
  port1.start()
  dispatch('message', {}, new MessageEvent('message', { data, ports: [port2] })).catch(() => undefined)
  return first.finally(() => port1.close())
}

/** The response of the worker; undefined where it leaves the request to the browser. */
function respondedFor(path: string, { method = 'GET', mode = 'cors' } = {}): Promise<Response> | undefined {
  const request = new Request(ORIGIN + path, { method })
  const respondWith = vi.fn((response: Response | Promise<Response>) => Promise.resolve(response))
  Object.defineProperty(request, 'mode', { value: mode })
  dispatch('fetch', { request, respondWith }).catch(() => undefined)
  const responded: Promise<Response> | undefined = respondWith.mock.results[0]?.value
  responded?.catch(() => undefined)
  return responded
}

const textFor = async (path: string, options?: { mode: string }) =>
  (await respondedFor(path, options))?.text()

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
])('responds for %s', (_, path, options: { method?: string; mode?: string }) => {
  expect(respondedFor(path, options)).toBeDefined()
})

it.each([
  ['to deliver the outbox', { type: 'DELIVER' }, { type: 'DELIVERING' }],
  ['to sync the replica', { type: 'SYNC', seen: [] }, { type: 'SYNCING' }],
  ['whether the shell is here', { type: 'CHECK_SHELL' }, { isComplete: false }],
])('replies when a page asks %s', async (_, data, reply) => {
  expect(await replyTo(data)).toEqual(reply)
})

it('takes over when the person has agreed to the new version, and never before', async () => {
  await dispatch('message', { data: { type: 'SOMETHING_ELSE' }, ports: [] })
  expect(skipWaiting).not.toHaveBeenCalled()
  await dispatch('message', { data: { type: 'SKIP_WAITING' }, ports: [] })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

it('imports the settings, and gives them to the pages of its version with no network', async () => {
  expect(importScripts).toHaveBeenCalledExactlyOnceWith(SETTINGS_PATH)
  const response = await respondedFor(SETTINGS_PATH)
  expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const page: { SETTINGS?: object } = {}
  runInNewContext((await response?.text()) ?? '', page)
  expect({ ...page.SETTINGS }).toEqual({ ...DEFAULT_SETTINGS, ...SETTINGS })
})

const whole = () => replyTo({ type: 'CHECK_SHELL' })

describe('the shell on this device', () => {
  beforeAll(async () => {
    vi.stubGlobal('fetch', online)
    await dispatch('install')
  })

  it('is another page with other settings, of which its headers are made', async () => {
    expect(await whole()).toEqual({ isComplete: true })
    const [page, ...others] = memory.stored()
    expect(page).toContain('a+key')
    expect(others).toEqual(['/favicon.svg?__WB_REVISION__=2', '/assets/a-1.js'])
  })

  it.each([
    '/',
    '/events',
    '/events?filters=true&file=a.jpg',
    '/events/6f1c6f0e',
    '/add-event?shared=1',
    '/outbox',
    '/apixel',
    '/backofficer',
    '/language/pt',
  ])('is the response for public pages with no network: %s', async (path) => {
    expect(await textFor(path, { mode: 'navigate' })).toBe('/index.html')
  })

  it.each([
    '/api/v1/docs',
    '/api',
    '/photos/0123-full.jpg',
    '/docs',
    '/docs?x=1',
    '/embed',
    '/sitemap.xml',
    '/robots.txt',
    '/poster.pdf?size=a4',
  ])('is not for what comes from the server: %s', (path) => {
    expect(respondedFor(path, { mode: 'navigate' })).toBeUndefined()
  })

  it.each(['/backoffice', '/backoffice?x=1', '/backoffice/events?status=PUBLISHED'])(
    'stands in for the back office with no network alone: %s',
    async (path) => {
      expect(await textFor(path, { mode: 'navigate' })).toBe('/index.html')
      vi.stubGlobal('fetch', online)
      expect(await textFor(path, { mode: 'navigate' })).toBe(path)
    },
  )

  it('is repaired by a sync when the system has deleted a file', async () => {
    for (const { url } of await (await caches.open(CACHE)).keys())
      if (!url.endsWith('.svg')) await (await caches.open(CACHE)).delete(url)
    expect(await whole()).toEqual({ isComplete: false })
    await dispatch('periodicsync', { tag: 'programme' })
    expect(await whole()).toEqual({ isComplete: false })
    vi.stubGlobal('fetch', online)
    await dispatch('periodicsync', { tag: 'programme' })
    expect(await whole()).toEqual({ isComplete: true })
    vi.stubGlobal('fetch', offline)
    expect(await textFor('/assets/a-1.js')).toBe('/assets/a-1.js')
  })
})

const broken = () => Promise.reject(new DOMException('Broken', 'UnknownError'))

it.each([
  ['a file', '/assets/a-1.js', 'cors'],
  ['a page', '/events', 'navigate'],
])('gets %s from the network where the cache cannot be read', async (_, path, mode) => {
  vi.stubGlobal('caches', { match: broken, open: broken })
  vi.stubGlobal('fetch', online)
  expect(await textFor(path, { mode })).toBe(path)
})
