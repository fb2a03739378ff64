// Workbox's expiration has its own database.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCaches } from '@tests/support/offline/memory-caches'

const ORIGIN = 'https://guide.test'
// Workbox expects the globals of a worker.
vi.stubGlobal('self', globalThis)
vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
vi.stubGlobal('ExtendableEvent', Event)
vi.stubGlobal('FetchEvent', class FetchEvent extends Event {})
vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`))
const { createPhotos, isPhoto } = await import('./photos')

const BASE = '/photos/0123456789abcdef'
const UNPUBLISHED = 'ffffffffffffffff'
const urls = ['1', '2', '3', '4'].map((digit) => `/photos/${digit.repeat(16)}-400.webp`)

const image = (bytes = 1000) =>
  new Response('image', { headers: { 'content-type': 'image/webp', 'content-length': String(bytes) } })
const portal = () => new Response('<h1>Café Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })
/** The connection is lost while the body comes in. */
const brokenOff = () =>
  new Response(
    new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }),
    { headers: { 'content-type': 'image/webp' } },
  )
const away = () => Promise.reject(new TypeError('Failed to fetch'))
const busy = () => new Response('', { status: 503 })

const requestOf = (path: string) => {
  const url = new URL(path, ORIGIN)
  return { request: new Request(url), sameOrigin: true, url }
}

/** As in a worker, whose addresses may be relative. */
class WorkerRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init)
  }
}

/** The network responds so, one after the other, the last for ever. */
function setUp(...responses: (() => Response | Promise<Response>)[]) {
  const memory = memoryCaches(ORIGIN)
  vi.stubGlobal('caches', memory.caches)
  vi.stubGlobal('Request', WorkerRequest)
  const fetched: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    fetched.push(url.slice(ORIGIN.length))
    return ((responses.length > 1 ? responses.shift() : responses[0]) ?? image)()
  })
  const photos = createPhotos({
    replica: () => ({ hasPhoto: async (hash) => hash !== UNPUBLISHED }),
    maxImages: 4,
  })
  /** Resolves when the page has its response and, where it ends, the worker nothing more to do. */
  async function respond(path: string, { isEndless = false } = {}) {
    const waits: Promise<unknown>[] = []
    const waitUntil = (wait: Promise<unknown>) => void waits.push(wait)
    const event = Object.assign(new ExtendableEvent('fetch'), { waitUntil })
    const response = await photos.respond({ event, request: new Request(path) })
    if (!isEndless) await Promise.all(waits)
    return response
  }
  return { ...photos, respond, fetched, fill: memory.fill, names: memory.stored }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

describe('an image of the programme', () => {
  it('is fetched once', async () => {
    const { respond, fetched } = setUp()
    await respond(`${BASE}-400.webp`)
    expect((await respond(`${BASE}-400.webp`)).status).toBe(200)
    expect(fetched).toEqual([`${BASE}-400.webp`])
  })

  it.each([
    ['of an event that is not published', `/photos/${UNPUBLISHED}-800.webp`, image],
    ['that is too large', `${BASE}-full.jpg`, () => image(10_000_000)],
    ['that breaks off', `${BASE}-400.webp`, brokenOff],
    ['that is the page of a captive portal', `${BASE}-400.webp`, portal],
  ])('%s is not stored, and costs no other', async (_, path, response) => {
    const { respond, names } = setUp(image, response)
    await respond(urls[0] ?? '')
    expect((await respond(path)).status).toBe(200)
    expect(names()).toEqual([urls[0]])
  })

  it('is left to the browser under a signed address, though its event was published meanwhile', () => {
    expect(isPhoto(requestOf(`${BASE}-800.webp`))).toBe(true)
    expect(isPhoto(requestOf(`${BASE}-800.webp?expires=1800000000&signature=abc`))).toBe(false)
  })

  it.each([
    ['answered by a portal', portal],
    ['away', away],
    ['silent', () => new Promise<Response>(() => {})],
  ])('is shown in another size where the network is %s', async (_, response) => {
    const { respond } = setUp(image, response)
    await respond(`${BASE}-400.webp`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const shown = respond(`${BASE}-800.webp`, { isEndless: true })
    await vi.advanceTimersByTimeAsync(4000)
    vi.useRealTimers()
    expect(await (await shown).text()).toBe('image')
  })

  it('is given up with all others when the device is full', async () => {
    const { respond, fill, names } = setUp()
    await respond(`${BASE}-400.webp`)
    fill()
    expect((await respond(`${BASE}-800.webp`)).status).toBe(200)
    expect(names()).toEqual([])
  })
})

describe('images that are fetched ahead', () => {
  it('are those that are missing, one after the other, until the network is away', async () => {
    const { respond, storeAll, fetched, names } = setUp(image, image, away)
    await respond(urls[1] ?? '')
    expect(await storeAll(urls)).toBe('failed')
    expect(fetched).toEqual([urls[1], urls[0], urls[2]])
    expect(names()).toEqual([urls[1], urls[0]])
  })

  it('are all the others when one is broken', async () => {
    const { storeAll, names } = setUp(portal, brokenOff, image)
    expect(await storeAll(urls)).toBe('failed')
    expect(names()).toEqual(urls.slice(2))
  })

  it('do not press a server that is busy', async () => {
    const { storeAll, fetched } = setUp(busy)
    expect(await storeAll(urls)).toBe('failed')
    expect(fetched).toHaveLength(1)
  })

  it('say how many had room on a device that is full', async () => {
    const { respond, storeAll, fill, fetched } = setUp()
    await respond(urls[0] ?? '')
    fill()
    expect(await storeAll(urls)).toEqual({ room: 1 })
    expect(fetched).toEqual(urls.slice(0, 2))
  })

  it('are counted, no more than the cache takes, and go with their event', async () => {
    const { respond, storeAll, retain, names } = setUp()
    await respond(`${BASE}-400.webp`)
    const counted: number[] = []
    expect(await storeAll(urls, ({ done }) => counted.push(done))).toBe('stored')
    expect(counted).toEqual([1, 2, 3, 4])
    expect(names()).toEqual(urls)
    await retain(new Set(['2222222222222222']))
    expect(names()).toEqual([urls[1]])
  })
})
