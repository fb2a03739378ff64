import { CacheExpiration } from 'workbox-expiration'
import { PHOTO_VARIANTS, photoHash, photoVariant } from '@/domain/events/event'
import { parseUrl } from '@/domain/text/web-address'
import { isQuotaError } from '@/offline/platform/indexed-db'
import { PHOTO_CACHE } from '@/offline/replica/photo-storage'
import type { PhotoStore } from '@/offline/replica/replica-sync'

/** Network timeout: after this another size of the photo, if it is cached, is shown instead. */
const NETWORK_TIMEOUT_MS = 3000
/** Timeout of an image that is fetched ahead. */
const PREFETCH_TIMEOUT_MS = 30_000
const MAX_IMAGES = 150
const LACKING: ReadonlySet<number> = new Set([404, 410])
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** 150 of the largest are 40 MB, so that the number of entries alone limits the cache. */
const MAX_IMAGE_BYTES = Math.floor((40 * 1024 * 1024) / MAX_IMAGES)

interface PhotoCacheDeps {
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>
  origin: string
  /** A photo that only its owner may see is never stored: the replica knows what is published. */
  isPublished: (hash: string) => Promise<boolean>
  maxImages?: number
}

export interface PhotoCache extends PhotoStore {
  /** Cache first; `stored` settles when the response is cached, after the page has it. */
  respond(request: Request): Promise<{ response: Response; stored: Promise<void> }>
}

export function createPhotoCache(deps: PhotoCacheDeps): PhotoCache {
  const { fetch, origin, isPublished, maxImages = MAX_IMAGES } = deps
  const expiration = new CacheExpiration(PHOTO_CACHE, { maxEntries: maxImages })
  const absolute = (url: string) => new URL(url, origin).href

  /** 'refused': nothing that a page of the programme shows, or broken off. */
  async function store(url: string, response: Response): Promise<'stored' | 'refused' | 'full'> {
    const hash = isPhotoUrl(url, origin) ? photoHash(url) : undefined
    if (response.status !== 200 || response.type === 'opaque' || !isImage(response)) return 'refused'
    if (hash === undefined || !(await isPublished(hash))) return 'refused'
    try {
      if ((await bytesOf(response)) > MAX_IMAGE_BYTES) return 'refused'
      await (await open()).put(url, response)
    } catch (error) {
      // Images are evicted first. Anything else, such as a lost connection, is this one's alone.
      if (!isQuotaError(error)) return 'refused'
      await caches.delete(PHOTO_CACHE)
      return 'full'
    }
    await expiration.updateTimestamp(absolute(url))
    return 'stored'
  }

  /** An image that the server lacks is none that is missing. 'away': no network, or no server that could give the next one. */
  async function storeMissing(
    url: string,
  ): Promise<'cached' | 'stored' | 'lacking' | 'refused' | 'full' | 'away'> {
    if ((await findCached(url)) !== undefined) return 'cached'
    const response = await fetch(url, { signal: AbortSignal.timeout(PREFETCH_TIMEOUT_MS) }).catch(
      () => undefined,
    )
    if (response === undefined || OVERLOADED.has(response.status)) return 'away'
    return LACKING.has(response.status) ? 'lacking' : store(url, response)
  }

  async function storeAndExpire(url: string, response: Response): Promise<void> {
    if ((await store(url, response)) === 'stored') await expiration.expireEntries()
  }

  return {
    async respond({ url }) {
      // Of a profile that is damaged the cache cannot be read.
      const cached = await findCached(url).catch(() => undefined)
      if (cached !== undefined) return { response: cached, stored: expiration.updateTimestamp(url) }
      const otherSize = await findOtherSize(url).catch(() => undefined)
      const fetched = fetch(url)
      const timeout = new Promise<undefined>((resolve) => {
        if (otherSize !== undefined) setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS)
      })
      const first = await Promise.race([fetched, timeout]).catch(() => undefined)
      if (first?.ok === true && (isImage(first) || otherSize === undefined))
        return { response: first, stored: storeAndExpire(url, first.clone()) }
      const stored = fetched
        .then((late) => (late === first ? undefined : storeAndExpire(url, late)))
        .catch(() => undefined)
      return { response: otherSize ?? first ?? Response.error(), stored }
    },

    async storeAll(urls, onProgress) {
      const wanted = urls.filter((one) => isPhotoUrl(one, origin)).slice(0, maxImages)
      let done = 0
      let isNew = false
      const here: string[] = []
      for (const url of wanted) {
        const outcome = await storeMissing(url)
        // It is no use to go on. One image that is broken does not hold up the others.
        if (outcome === 'full') return { room: done }
        if (outcome === 'away') break
        if (outcome === 'refused') continue
        if (outcome !== 'lacking') here.push(absolute(url))
        isNew ||= outcome === 'stored'
        done += 1
        onProgress?.({ done, total: wanted.length })
      }
      // The cache gives up first the images that nobody wants here, then the last of these.
      if (isNew) for (const url of here.toReversed()) await expiration.updateTimestamp(url)
      await expiration.expireEntries()
      return done === wanted.length ? 'stored' : 'failed'
    },

    async retain(hashes) {
      const cache = await open()
      for (const { url } of await cache.keys()) {
        if (!hashes.has(photoHash(url) ?? '')) await cache.delete(url)
      }
    },
  }
}

async function findOtherSize(url: string): Promise<Response | undefined> {
  for (const variant of PHOTO_VARIANTS) {
    const other = photoVariant(url, variant)
    const found = other === url ? undefined : await findCached(other)
    if (found !== undefined) return found
  }
  return undefined
}

async function findCached(url: string): Promise<Response | undefined> {
  return (await open()).match(url)
}

function isImage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('image/') === true
}

async function bytesOf(response: Response): Promise<number> {
  const length = response.headers.get('content-length')
  return length === null ? (await response.clone().blob()).size : Number(length)
}

const open = () => caches.open(PHOTO_CACHE)

/** Responds for the programme's images. */
export function cachePhotos(scope: ServiceWorkerGlobalScope, photos: () => PhotoCache): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const isPhoto =
      request.method === 'GET' &&
      request.mode !== 'navigate' &&
      isPhotoUrl(request.url, scope.location.origin)
    if (!isPhoto) return
    const responded = photos().respond(request)
    event.respondWith(responded.then(({ response }) => response))
    event.waitUntil(responded.then(({ stored }) => stored))
  })
}

function isPhotoUrl(url: string, origin: string): boolean {
  const parsed = parseUrl(url, origin)
  // A signed address is of a photo that not everyone may see, and holds for minutes only.
  return parsed?.origin === origin && parsed.pathname.startsWith('/photos/') && parsed.search === ''
}
