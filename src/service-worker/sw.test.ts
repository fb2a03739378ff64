import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS, SETTINGS_PATH } from '@/contract/settings'
import { savedFileAddress } from '@/contract/events/calendar-files'
import { memoryCaches } from '@tests/support/offline/memory-caches'
import { programmeEvent } from '@tests/support/offline/offline-programme'

// Workbox listens once in a process: what needs its routes is in this file.
const ORIGIN = 'https://guide.test'
const SETTINGS = { googleMapsKey: 'a key' }
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
vi.stubGlobal('navigator', {})
vi.stubGlobal('FetchEvent', class FetchEvent extends Event {})
vi.stubGlobal('caches', memory.caches)
const { indexedDB: ofOtherFiles } = Dexie.dependencies
Dexie.dependencies.indexedDB = new IDBFactory()
afterAll(() => void (Dexie.dependencies.indexedDB = ofOtherFiles))
await import('./sw')

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

it.each([
  ['what another app shares', '/add-event', { method: 'POST' }],
  ['the calendar file of an event', '/events/11111111-2222-4333-8444-555555555555.ics', {}],
  ['the file of what is saved', savedFileAddress('en'), {}],
  ['a photo', '/photos/0123456789abcdef-full.jpg', {}],
])('responds for %s', (_, path, options) => {
  expect(respondedFor(path, options)).toBeDefined()
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

describe('the shell on this device', () => {
  beforeAll(async () => {
    vi.stubGlobal('fetch', online)
    await dispatch('install')
  })

  it('is another page with other settings, of which its headers are made', () => {
    const [page, ...others] = memory.stored()
    expect(page).toContain('a+key')
    expect(others).toEqual(['/favicon.svg?__WB_REVISION__=2', '/assets/a-1.js'])
  })

  it.each([
    '/',
    '/events?filters=true&file=a.jpg',
    '/add-event?shared=1',
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
    '/docs?x=1',
    '/embed',
    '/sitemap.xml',
    '/poster.pdf?size=a4',
  ])('is not for what comes from the server: %s', (path) => {
    expect(respondedFor(path, { mode: 'navigate' })).toBeUndefined()
  })

  it.each(['/backoffice', '/backoffice/events?status=PUBLISHED'])(
    'stands in for the back office with no network alone: %s',
    async (path) => {
      expect(await textFor(path, { mode: 'navigate' })).toBe('/index.html')
      vi.stubGlobal('fetch', online)
      expect(await textFor(path, { mode: 'navigate' })).toBe(path)
    },
  )
})

it('stores with the programme its photos, without opening the outbox', async () => {
  const photo = '/photos/0123456789abcdef-400.webp'
  const dinner = programmeEvent('dinner', Math.floor(Date.now() / 1000) + 86_400, { photo, thumbnail: photo })
  vi.stubGlobal('fetch', async (request: RequestInfo) => {
    const { url } = new WorkerRequest(request)
    if (url.endsWith(photo)) return new Response('image', { headers: { 'content-type': 'image/webp' } })
    return Response.json({ data: { items: url.endsWith('/list') ? [dinner] : [], removed: [], cursor: '1' } })
  })
  await dispatch('periodicsync', { tag: 'programme' })
  expect(memory.stored()).toContain(photo)
  expect(await Dexie.getDatabaseNames()).not.toContain('ericeira-outbox')
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
