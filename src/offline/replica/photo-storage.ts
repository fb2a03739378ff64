import { photoHash } from '@/domain/events/event'

export const PHOTO_CACHE = 'photos'

/** Deletes all images of the programme: what is shown again is fetched again. Never rejects: of a damaged profile none is shown. */
export async function dropPhotos(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(PHOTO_CACHE).catch(() => undefined)
}

export interface CachedFiles {
  photos: ReadonlySet<string>
  photoBytes: number
  shellBytes: number
}

/** Sums up the files themselves: `estimate()` counts what it likes (offline.md, outbox 11). Nothing where there is no Cache API. */
export async function measureCaches(): Promise<CachedFiles> {
  const photos = new Set<string>()
  const bytes = { photoBytes: 0, shellBytes: 0 }
  const names = typeof caches === 'undefined' ? [] : await caches.keys()
  for (const name of names) {
    const cache = await caches.open(name)
    for (const response of await cache.matchAll()) {
      const { size } = await response.blob()
      bytes[name === PHOTO_CACHE ? 'photoBytes' : 'shellBytes'] += size
      const hash = name === PHOTO_CACHE ? photoHash(response.url) : undefined
      if (hash !== undefined) photos.add(hash)
    }
  }
  return { photos, ...bytes }
}
