import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCaches } from '@tests/support/offline/memory-caches'

const ORIGIN = 'https://guide.test'
// Workbox expects the globals of a worker.
vi.stubGlobal('self', globalThis)
vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`))
vi.stubGlobal('registration', { scope: `${ORIGIN}/` })
const { PrecacheController } = await import('workbox-precaching')
const { createShell, reportShell } = await import('./shell')

const FILES = {
  'index.html': '<!doctype html>',
  'assets/a-1.js': 'export const a = 1',
  'assets/b-2.js': 'export const b = 2',
}
const PORTAL = '<h1>Welcome to Café Wi-Fi</h1>'
const integrityOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`

/** The content that the network delivers in place of a file, and how often. */
const faults = new Map<string, { content: string | 'nothing'; left: number }>()
const fetched: string[] = []

/** Fetches as browsers do: a response with another digest than the request wants is a network error. */
async function browserFetch(url: string, { integrity, cache }: RequestInit = {}): Promise<Response> {
  const path = url.slice(ORIGIN.length + 1)
  fetched.push(`${path} ${cache}`)
  const fault = faults.get(path)
  const isFaulty = fault !== undefined && fault.left > 0
  if (isFaulty) fault.left -= 1
  const content = isFaulty ? fault.content : (FILES[path as keyof typeof FILES] ?? 'nothing')
  if (content === 'nothing' || integrityOf(content) !== integrity) throw new TypeError('Failed to fetch')
  return new Response(content)
}

function setUp() {
  const memory = memoryCaches(ORIGIN)
  vi.stubGlobal('caches', memory.caches)
  vi.stubGlobal('fetch', browserFetch)
  const precache = new PrecacheController()
  const manifest = Object.entries(FILES).map(([url, content]) => ({
    url,
    revision: url.startsWith('assets/') ? null : '1',
    integrity: integrityOf(content),
  }))
  precache.addToCacheList(manifest)
  const put = async (path: string, content: string) => {
    const cacheKey = precache.getCacheKeyForURL(`${ORIGIN}/${path}`) ?? ''
    await (await caches.open(precache.strategy.cacheName)).put(cacheKey, new Response(content))
  }
  return { shell: createShell(precache), precache, put, stored: memory.stored }
}

const ALL = ['/index.html?__WB_REVISION__=1', '/assets/a-1.js', '/assets/b-2.js']

beforeEach(() => {
  faults.clear()
  fetched.length = 0
})

describe('the shell on this device', () => {
  it('is fetched once, and nothing of it again', async () => {
    const { shell, stored } = setUp()
    expect(await shell.isComplete()).toBe(false)
    expect(await shell.complete()).toBe(true)
    expect(stored()).toEqual(ALL)
    expect(await shell.complete()).toBe(true)
    expect(fetched).toHaveLength(3)
  })

  it('gets all files that arrive, the one that failed in a second try, past the browser’s cache', async () => {
    const { shell, stored } = setUp()
    faults.set('assets/a-1.js', { content: PORTAL, left: 1 })
    expect(await shell.complete()).toBe(true)
    expect(fetched).toEqual([
      'index.html default',
      'assets/a-1.js default',
      'assets/b-2.js default',
      'assets/a-1.js reload',
    ])
    expect(stored()).toHaveLength(3)
  })

  it('keeps what has arrived when a file does not come at all, and fetches that one alone the next time', async () => {
    const { shell, stored } = setUp()
    faults.set('assets/a-1.js', { content: 'nothing', left: 2 })
    expect(await shell.complete()).toBe(false)
    expect(stored()).toEqual([ALL[0], ALL[2]])
    expect(await shell.isComplete()).toBe(false)
    fetched.length = 0
    expect(await shell.complete()).toBe(true)
    expect(fetched).toEqual(['assets/a-1.js default'])
  })

  it('replaces what an earlier version stored without a check', async () => {
    const { shell, precache, put } = setUp()
    await put('assets/a-1.js', PORTAL)
    expect(await shell.complete({ verifies: true })).toBe(true)
    const response = await precache.matchPrecache(`${ORIGIN}/assets/a-1.js`)
    expect(await response?.text()).toBe(FILES['assets/a-1.js'])
  })

  it('is fetched once for two pages that ask at the same time', async () => {
    const { shell } = setUp()
    await Promise.all([shell.complete(), shell.complete()])
    expect(fetched).toHaveLength(3)
  })

  it('is verified when a person asks for it while another pass is under way', async () => {
    const { shell, precache, put } = setUp()
    await shell.complete()
    await put('assets/a-1.js', PORTAL)
    await Promise.all([shell.complete(), shell.complete({ verifies: true })])
    const response = await precache.matchPrecache(`${ORIGIN}/assets/a-1.js`)
    expect(await response?.text()).toBe(FILES['assets/a-1.js'])
  })

  it('is reported to a page that asks, and to no other message', async () => {
    const { shell } = setUp()
    const scope = new EventTarget()
    reportShell(scope as unknown as ServiceWorkerGlobalScope, shell)
    const replies: unknown[] = []
    const waits: Promise<unknown>[] = []
    const post = async (data: unknown) => {
      const ports = [{ postMessage: (reply: unknown) => replies.push(reply) }]
      const waitUntil = (work: Promise<unknown>) => waits.push(work)
      scope.dispatchEvent(Object.assign(new Event('message'), { data, ports, waitUntil }))
      await Promise.all(waits)
    }
    await post({ type: 'SYNC', seen: [] })
    await post({ type: 'CHECK_SHELL' })
    await shell.complete()
    await post({ type: 'CHECK_SHELL' })
    expect(replies).toEqual([{ isComplete: false }, { isComplete: true }])
  })
})
