import { expect, it, vi } from 'vitest'

const ORIGIN = 'https://guide.test'
// Workbox expects the globals of a worker.
const scope = new EventTarget()
vi.stubGlobal('self', Object.assign(scope, { __WB_DISABLE_DEV_LOGS: true }))
vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`))
vi.stubGlobal('registration', { scope: `${ORIGIN}/` })
const { precacheShell } = await import('./precache')

const broken = () => Promise.reject(new DOMException('Broken', 'UnknownError'))

it('gets pages and files from the network where the cache cannot be read', async () => {
  vi.stubGlobal('caches', { match: broken, open: broken })
  vi.stubGlobal('fetch', async ({ url }: Request) => new Response(url))
  precacheShell(scope as unknown as ServiceWorkerGlobalScope, [
    { url: 'index.html', revision: '1' },
    { url: 'assets/a-1.js', revision: null },
  ])
  for (const [path, mode] of [
    ['/assets/a-1.js', 'cors'],
    ['/events', 'navigate'],
  ] as const) {
    const request = Object.defineProperty(new Request(ORIGIN + path), 'mode', { value: mode })
    let response: Promise<Response> | undefined
    const respondWith = (given: Promise<Response>) => void (response = given)
    scope.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith, waitUntil: () => {} }))
    expect(await (await response)?.text()).toBe(ORIGIN + path)
  }
})
