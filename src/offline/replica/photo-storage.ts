import { photoHash } from '@/domain/events/event'

export const PHOTO_CACHE = 'photos'

/** Deletes all images of the programme: what is shown again is fetched again. Never rejects: of a damaged profile none is shown. */
export async function dropPhotos(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(PHOTO_CACHE).catch(() => undefined)
}

/** The hashes of the images that are here, and the bytes of all files: `estimate()` counts what it likes. Nothing where there is no Cache API. */
export async function measureCaches(): Promise<{ photos: ReadonlySet<string>; bytes: number }> {
  const photos = new Set<string>()
  let bytes = 0
  const names = typeof caches === 'undefined' ? [] : await caches.keys()
  for (const name of names) {
    const cache = await caches.open(name)
    for (const response of await cache.matchAll()) {
      bytes += (await response.blob()).size
      const hash = photoHash(response.url)
      if (hash !== undefined) photos.add(hash)
    }
  }
  return { photos, bytes }
}
