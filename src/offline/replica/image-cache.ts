import { PHOTO_VARIANTS, photoVariant } from '@/domain/photo'

export const IMAGE_CACHE = 'photos'
const MAX_IMAGES = 150
const MAX_BYTES = 40 * 1024 * 1024

/** The programme's pictures on this device: same origin, names that never change, nothing opaque. */
export interface ImageCache {
  find(url: string): Promise<Response | undefined>
  /** Another size of the same photo: better than none when the network is away. */
  findOtherSize(url: string): Promise<Response | undefined>
  /** Keeps a copy if it is a picture of ours; a full device gives up all pictures. */
  keep(url: string, response: Response): Promise<void>
  /** Fetches and keeps those that are missing, one after the other, until one fails. */
  keepAll(urls: readonly string[]): Promise<void>
  clear(): Promise<void>
}

export interface ImageCacheParts {
  caches: CacheStorage
  fetch: (url: string) => Promise<Response>
  origin: string
  maxImages?: number
  maxBytes?: number
}

export function createImageCache(parts: ImageCacheParts): ImageCache {
  const { maxImages = MAX_IMAGES, maxBytes = MAX_BYTES } = parts
  let total: { images: number; bytes: number } | undefined
  const open = () => parts.caches.open(IMAGE_CACHE)
  const clear = async () => void (await parts.caches.delete(IMAGE_CACHE))

  async function find(url: string): Promise<Response | undefined> {
    return (await open()).match(url)
  }

  async function put(url: string, response: Response): Promise<boolean> {
    if (!isPhotoUrl(url, parts.origin) || response.status !== 200 || response.type === 'opaque') return false
    const cache = await open()
    try {
      await cache.put(url, response)
      return true
    } catch {
      // No room: pictures are the first thing to go.
      await clear()
      return false
    }
  }

  async function measure(): Promise<{ images: number; bytes: number }> {
    const cache = await open()
    const kept = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
    return { images: kept.length, bytes: kept.reduce((sum, response) => sum + sizeOf(response), 0) }
  }

  /** Looking at every picture costs time on a phone, so it is done once and counted on from there. */
  async function trimAfter(response: Response): Promise<void> {
    total =
      total === undefined
        ? await measure()
        : { images: total.images + 1, bytes: total.bytes + sizeOf(response) }
    if (total.images <= maxImages && total.bytes <= maxBytes) return
    await trim()
    total = undefined
  }

  /** The oldest go first: `keys()` answers in the order of writing. */
  async function trim(): Promise<void> {
    const cache = await open()
    let images = 0
    let bytes = 0
    for (const key of (await cache.keys()).toReversed()) {
      images += 1
      bytes += sizeOf(await cache.match(key))
      if (images > maxImages || bytes > maxBytes) await cache.delete(key)
    }
  }

  return {
    find,
    async findOtherSize(url) {
      const cache = await open()
      for (const variant of PHOTO_VARIANTS) {
        const other = photoVariant(url, variant)
        const found = other === url ? undefined : await cache.match(other)
        if (found !== undefined) return found
      }
      return undefined
    },
    async keep(url, response) {
      if (await put(url, response)) await trimAfter(response)
    },
    async keepAll(urls) {
      for (const url of urls.slice(0, maxImages).filter((wanted) => isPhotoUrl(wanted, parts.origin))) {
        if ((await find(url)) !== undefined) continue
        const response = await parts.fetch(url).catch(() => undefined)
        if (response === undefined || (response.status === 200 && !(await put(url, response)))) break
      }
      await trim()
      total = undefined
    },
    clear,
  }
}

function sizeOf(response: Response | undefined): number {
  return Number(response?.headers.get('content-length') ?? 0)
}

export function isPhotoUrl(url: string, origin: string): boolean {
  const parsed = URL.canParse(url, origin) ? new URL(url, origin) : undefined
  return parsed?.origin === origin && parsed.pathname.startsWith('/photos/')
}
