// Workbox's expiration has its own database.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCaches } from '@tests/support/offline/memory-caches'

// Workbox expects the globals of a worker.
vi.stubGlobal('self', globalThis)
vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
vi.stubGlobal('location', new URL('https://guide.test/sw.js'))
const { createPhotoCache } = await import('./photo-cache')

const ORIGIN = 'https://guide.test'
const BASE = '/photos/0123456789abcdef'
const UNPUBLISHED = 'ffffffffffffffff'

const image = (bytes = 1000) =>
  new Response('image', { headers: { 'content-type': 'image/webp', 'content-length': String(bytes) } })
const portal = () =>
  new Response('<h1>Welcome to Café Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })

/** A response without a length, as a proxy may send it. */
function streamed(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Response {
  return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'image/webp' } })
}

/** The connection is lost while the body comes in. */
const brokenOff = () => streamed((controller) => controller.error(new TypeError('network error')))

function setUp({ maxImages = 3, fetch = async () => image() } = {}) {
  const memory = memoryCaches(ORIGIN)
  vi.stubGlobal('caches', memory.caches)
  const fetched: string[] = []
  const photos = createPhotoCache({
    origin: ORIGIN,
    maxImages,
    isPublished: async (hash) => hash !== UNPUBLISHED,
    fetch: async (request) => {
      fetched.push(String(request).replace(ORIGIN, ''))
      return fetch()
    },
  })
  const respond = async (path: string) => {
    const { response, stored } = await photos.respond(new Request(ORIGIN + path))
    await stored
    return response
  }
  return { fill: memory.fill, names: memory.stored, photos, respond, fetched }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

describe('the photo cache', () => {
  it('fetches an image once', async () => {
    const { respond, fetched } = setUp()
    await respond(`${BASE}-400.webp`)
    expect((await respond(`${BASE}-400.webp`)).status).toBe(200)
    expect(fetched).toEqual([`${BASE}-400.webp`])
  })

  it('stores no photo of an event that is not published', async () => {
    const { respond, names } = setUp()
    expect((await respond(`/photos/${UNPUBLISHED}-800.webp`)).status).toBe(200)
    expect(names()).toEqual([])
  })

  it('stores no photo under a signed address, though its event was published meanwhile', async () => {
    const { respond, names } = setUp()
    expect((await respond(`${BASE}-800.webp?expires=1800000000&signature=abc`)).status).toBe(200)
    expect(names()).toEqual([])
  })

  it('deletes the images of events that were removed', async () => {
    const { photos, names, respond } = setUp()
    await respond(`${BASE}-400.webp`)
    await respond(`${BASE}-800.webp`)
    await respond('/photos/aaaaaaaaaaaaaaaa-400.webp')
    await photos.retain(new Set(['aaaaaaaaaaaaaaaa']))
    expect(names()).toEqual(['/photos/aaaaaaaaaaaaaaaa-400.webp'])
  })

  it('stores no more than its maximum, and nothing too large', async () => {
    const { photos, names, respond } = setUp({ maxImages: 2 })
    const urls = ['1', '2', '3'].map((digit) => `/photos/${digit.repeat(16)}-400.webp`)
    for (const url of urls) await respond(url)
    expect(names()).toHaveLength(2)
    await photos.retain(new Set())
    const large = setUp({ fetch: async () => image(10_000_000) })
    await large.respond(`${BASE}-full.jpg`)
    expect(large.names()).toEqual([])
  })

  it('gives up what was fetched ahead for the latest first, and what a person has seen before that at the next sync', async () => {
    let now = 0
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 1))
    const { photos, names, respond } = setUp()
    const [seen = '', soonest = '', later = ''] = ['a', '1', '2'].map(
      (digit) => `/photos/${digit.repeat(16)}-400.webp`,
    )
    await photos.storeAll([soonest, later])
    await respond(seen)
    await respond(`${BASE}-400.webp`)
    expect(names().toSorted()).toEqual([`${BASE}-400.webp`, soonest, seen].toSorted())
    expect(await photos.storeAll([soonest, later])).toBe('stored')
    expect(names().toSorted()).toEqual([`${BASE}-400.webp`, soonest, later].toSorted())
  })

  it('stores nothing too large of which the length is not said', async () => {
    let left = 10
    const { respond, names } = setUp({
      fetch: async () =>
        streamed((controller) => {
          left -= 1
          if (left < 0) controller.close()
          else controller.enqueue(new Uint8Array(100_000))
        }),
    })
    expect((await respond(`${BASE}-full.jpg`)).status).toBe(200)
    expect(names()).toEqual([])
  })

  it('keeps all others when one breaks off, seen by a page or fetched ahead', async () => {
    let response = image()
    const { photos, respond, names } = setUp({ fetch: async () => response })
    await respond(`${BASE}-400.webp`)
    response = brokenOff()
    await respond('/photos/aaaaaaaaaaaaaaaa-400.webp')
    response = brokenOff()
    expect(await photos.storeAll(['/photos/bbbbbbbbbbbbbbbb-400.webp'])).toBe('failed')
    expect(names()).toEqual([`${BASE}-400.webp`])
  })

  it('stores no page of a captive portal', async () => {
    const { photos, respond, names } = setUp({ fetch: async () => portal() })
    await respond(`${BASE}-400.webp`)
    expect(await photos.storeAll([`${BASE}-400.webp`])).toBe('failed')
    expect(names()).toEqual([])
  })

  it('shows another size when a portal answers for the wanted one', async () => {
    let response = image()
    const { respond } = setUp({ fetch: async () => response })
    await respond(`${BASE}-400.webp`)
    response = portal()
    expect(await (await respond(`${BASE}-800.webp`)).text()).toBe('image')
  })

  it('shows another size when the network is away', async () => {
    let isAway = false
    const { respond } = setUp({
      fetch: async () => {
        if (isAway) throw new TypeError('Failed to fetch')
        return image()
      },
    })
    await respond(`${BASE}-400.webp`)
    isAway = true
    expect((await respond(`${BASE}-800.webp`)).status).toBe(200)
    expect((await respond('/photos/bbbbbbbbbbbbbbbb-400.webp')).type).toBe('error')
  })

  it('stores what is missing, one after the other, until one fails', async () => {
    let left = 2
    const { photos, fetched, names } = setUp({
      fetch: async () => {
        left -= 1
        if (left < 0) throw new TypeError('Failed to fetch')
        return image()
      },
    })
    const urls = ['1', '2', '3', '4'].map((digit) => `/photos/${digit.repeat(16)}-400.webp`)
    await photos.storeAll(['https://elsewhere.test/photos/1.webp', ...urls])
    expect(fetched).toEqual(urls.slice(0, 3))
    expect(names()).toEqual(urls.slice(0, 2))
  })

  it('goes on past one that is broken, and says that it has not all of them', async () => {
    const broken = [portal(), brokenOff()]
    const { photos, names } = setUp({ maxImages: 4, fetch: async () => broken.pop() ?? image() })
    const urls = ['1', '2', '3', '4'].map((digit) => `/photos/${digit.repeat(16)}-400.webp`)
    expect(await photos.storeAll(urls)).toBe('failed')
    expect(names()).toEqual(urls.slice(2))
  })

  it.each([
    [404, 'stored', 2],
    [410, 'stored', 2],
    [403, 'failed', 2],
    [500, 'failed', 2],
    [429, 'failed', 1],
    [502, 'failed', 1],
    [503, 'failed', 1],
  ])('whose server responds with %d has them: %s', async (status, outcome, requests) => {
    const { photos, fetched } = setUp({ fetch: async () => new Response('', { status }) })
    expect(await photos.storeAll([`${BASE}-400.webp`, `${BASE}-800.webp`])).toBe(outcome)
    expect(fetched).toHaveLength(requests)
  })

  it('fetches no more once the device is full, and says how many had room', async () => {
    const { photos, respond, fetched, fill } = setUp()
    await respond(`${BASE}-400.webp`)
    fill()
    const urls = [`${BASE}-400.webp`, `${BASE}-800.webp`, '/photos/aaaaaaaaaaaaaaaa-400.webp']
    expect(await photos.storeAll(urls)).toEqual({ room: 1 })
    expect(fetched).toEqual(urls.slice(0, 2))
  })

  it('shows what the network has when the cache cannot be read', async () => {
    const { respond } = setUp()
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('Broken', 'UnknownError')) })
    expect(await (await respond(`${BASE}-400.webp`)).text()).toBe('image')
  })

  it('evicts all images when the device is full', async () => {
    const { respond, fill, names } = setUp()
    await respond(`${BASE}-400.webp`)
    fill()
    expect((await respond(`${BASE}-800.webp`)).status).toBe(200)
    expect(names()).toEqual([])
  })
})
