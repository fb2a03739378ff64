import { registerQuotaErrorCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { PHOTO_VARIANTS, photoHash, photoVariant } from '@/domain/events/event'
import { systemTimers, within } from '@/offline/platform/deferred'
import { isQuotaError } from '@/offline/platform/indexed-db'
import { PHOTO_CACHE, dropPhotos } from '@/offline/replica/photo-storage'
import type { Replica } from '@/offline/replica/replica'
import { FIRST_BYTE_TIMEOUT_MS, type PhotoStore } from '@/offline/replica/replica-sync'

const PREFETCH_TIMEOUT_MS = 30_000
const MAX_IMAGES = 150
/** 150 of the largest are 40 MB, so that the number of entries alone limits the cache. */
const MAX_IMAGE_BYTES = Math.floor((40 * 1024 * 1024) / MAX_IMAGES)
/** A server that is overloaded or away would not give the next image either. */
const TEMPORARY: readonly number[] = [429, 502, 503, 504]

interface PhotoDeps {
  replica: () => Pick<Replica, 'hasPhoto'>
  maxImages?: number
}

/** The programme's images, cache first. The replica knows what is published: a photo that only its owner may see is never stored. */
export function createPhotos({ replica, maxImages = MAX_IMAGES }: PhotoDeps) {
  const published = {
    async cacheWillUpdate({ request, response }: { request: Request; response: Response }) {
      const isKept =
        isImage(response) &&
        (await replica().hasPhoto(photoHash(request.url) ?? '')) &&
        (await bytesOf(response)) <= MAX_IMAGE_BYTES
      return isKept ? response : null
    },
  }
  const strategy = new CacheFirst({
    cacheName: PHOTO_CACHE,
    plugins: [published, new ExpirationPlugin({ maxEntries: maxImages })],
  })
  // Workbox's own purge knows no cache that this worker has not used yet.
  registerQuotaErrorCallback(dropPhotos)

  async function prefetch(url: string): Promise<'stored' | 'broken' | 'away' | 'full'> {
    const request = new Request(url, { signal: AbortSignal.timeout(PREFETCH_TIMEOUT_MS) })
    // Workbox asks an event for time; the sync keeps the worker alive itself.
    const event = Object.assign(new ExtendableEvent('prefetch'), { waitUntil: () => undefined })
    const [responding, storing] = strategy.handleAll({ request, event })
    const stored = storing.then(
      () => 'stored' as const,
      (error: unknown) => (isQuotaError(error) ? 'full' : 'broken'),
    )
    const response = await responding.catch(() => undefined)
    if (response === undefined || TEMPORARY.includes(response.status)) return 'away'
    return isImage(response) ? stored : 'broken'
  }

  const store: PhotoStore = {
    async storeAll(urls, onProgress) {
      const cache = await caches.open(PHOTO_CACHE)
      const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
      let done = 0
      for (const url of urls) {
        const outcome = cached.has(url) ? 'stored' : await prefetch(url)
        if (outcome === 'full') return { room: done }
        if (outcome === 'away') break
        // One image that is broken does not hold up the others.
        if (outcome === 'broken') continue
        done += 1
        onProgress?.({ done, total: urls.length })
      }
      return done === urls.length ? 'stored' : 'failed'
    },
    async retain(hashes) {
      const cache = await caches.open(PHOTO_CACHE)
      for (const request of await cache.keys())
        if (!hashes.has(photoHash(request.url) ?? '')) await cache.delete(request)
    },
  }
  return {
    ...store,
    /** The image; another size of it that is cached where the network is silent, away or another's (rules 13). */
    async respond({ event, request }: { event: ExtendableEvent; request: Request }): Promise<Response> {
      const [responding, storing] = strategy.handleAll({ event, request })
      // An image that breaks off is missing alone.
      storing.catch(() => undefined)
      const first = await within(systemTimers, FIRST_BYTE_TIMEOUT_MS, responding)
      if (first !== undefined && isImage(first)) return first
      return (await otherSize(request.url)) ?? first ?? responding
    },
  }
}

/** A signed address is of a photo that not everyone may see. */
export function isPhoto({ request, sameOrigin, url }: { request: Request; sameOrigin: boolean; url: URL }) {
  return sameOrigin && request.mode !== 'navigate' && url.pathname.startsWith('/photos/') && url.search === ''
}

async function otherSize(url: string): Promise<Response | undefined> {
  const cache = await caches.open(PHOTO_CACHE)
  const found = await Promise.all(PHOTO_VARIANTS.map((variant) => cache.match(photoVariant(url, variant))))
  return found.find((response) => response !== undefined)
}

function isImage({ ok, headers }: Response): boolean {
  return ok && headers.get('content-type')?.startsWith('image/') === true
}

async function bytesOf(response: Response): Promise<number> {
  const length = response.headers.get('content-length')
  return length === null ? (await response.clone().blob()).size : Number(length)
}
