import { describe, expect, it } from 'vitest'
import { createImageCache } from './image-cache'

const ORIGIN = 'https://guide.test'
const BASE = '/photos/0123456789abcdef'

function picture(bytes = 1000): Response {
  return new Response('picture', { headers: { 'content-length': String(bytes) } })
}

const keyOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : request, ORIGIN).href

/** The Cache API as far as it is used: in memory, in the order of writing, full when it is told so. */
function memoryCaches() {
  const stored = new Map<string, Response>()
  let isFull = false
  const cache = {
    match: async (request: RequestInfo | URL) => stored.get(keyOf(request))?.clone(),
    async put(request: RequestInfo | URL, response: Response) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError')
      stored.delete(keyOf(request))
      stored.set(keyOf(request), response)
    },
    keys: async () => [...stored.keys()].map((url) => new Request(url)),
    delete: async (request: RequestInfo | URL) => stored.delete(keyOf(request)),
  }
  const caches = {
    open: async () => cache,
    async delete() {
      stored.clear()
      return true
    },
  } as unknown as CacheStorage
  return {
    caches,
    fill() {
      isFull = true
    },
    names: () => [...stored.keys()].map((url) => url.slice(ORIGIN.length)),
  }
}

function setUp({ maxImages = 3, maxBytes = 100_000, fetch = async () => picture() } = {}) {
  const memory = memoryCaches()
  const asked: string[] = []
  const images = createImageCache({
    caches: memory.caches,
    origin: ORIGIN,
    maxImages,
    maxBytes,
    fetch: (url) => {
      asked.push(url)
      return fetch()
    },
  })
  return { images, asked, ...memory }
}

describe('the pictures on the device', () => {
  it('are ours alone: same origin, whole, not opaque', async () => {
    const { images, names } = setUp()
    await images.keep('/photos/a.webp', picture())
    await images.keep('https://elsewhere.test/photos/b.webp', picture())
    await images.keep('/api/v1/c', picture())
    await images.keep('/photos/d.webp', new Response('no', { status: 404 }))
    await images.keep('/photos/e.webp', Object.defineProperty(picture(), 'type', { value: 'opaque' }))
    expect(names()).toEqual(['/photos/a.webp'])
    expect(await (await images.find('/photos/a.webp'))?.text()).toBe('picture')
  })

  it('make room for newer ones, by number and by size', async () => {
    const many = setUp({ maxImages: 3 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await many.images.keep(`/photos/${name}`, picture())
    expect(many.names()).toEqual(['/photos/c', '/photos/d', '/photos/e'])
    const large = setUp({ maxImages: 10, maxBytes: 2500 })
    for (const name of ['a', 'b', 'c']) await large.images.keep(`/photos/${name}`, picture(1000))
    expect(large.names()).toEqual(['/photos/b', '/photos/c'])
  })

  it('are given up when the device is full', async () => {
    const { images, fill, names } = setUp()
    await images.keep('/photos/a', picture())
    fill()
    await images.keep('/photos/b', picture())
    expect(names()).toEqual([])
  })

  it('stand in for another size of the same photo', async () => {
    const { images } = setUp()
    await images.keep(`${BASE}-400.webp`, picture())
    expect(await images.find(`${BASE}-800.webp`)).toBeUndefined()
    expect(await images.findOtherSize(`${BASE}-800.webp`)).toBeDefined()
    expect(await images.findOtherSize('/photos/fedcba9876543210-800.webp')).toBeUndefined()
  })

  it('are fetched only when they are missing, until the network goes away', async () => {
    let left = 2
    const { images, asked, names } = setUp({
      maxImages: 10,
      fetch: async () => {
        left -= 1
        if (left < 0) throw new TypeError('Failed to fetch')
        return picture()
      },
    })
    await images.keep('/photos/a', picture())
    await images.keepAll(['/photos/a', '/photos/b', '/photos/c', '/photos/d', '/photos/e'])
    expect(asked).toEqual(['/photos/b', '/photos/c', '/photos/d'])
    expect(names()).toEqual(['/photos/a', '/photos/b', '/photos/c'])
  })

  it('go on past one that the server no longer has', async () => {
    const answers = [new Response('gone', { status: 404 }), picture()]
    const { images, names } = setUp({ fetch: async () => answers.shift() ?? picture() })
    await images.keepAll(['/photos/a', '/photos/b'])
    expect(names()).toEqual(['/photos/b'])
  })
})
