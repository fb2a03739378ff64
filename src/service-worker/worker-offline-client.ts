import { createOfflineClient, type OfflineClient } from '@/offline/offline-client'
import { createPhotoCache, type PhotoCache } from './photo-cache'

let parts: OfflineClient | undefined
let photos: PhotoCache | undefined

/** The offline client of this worker, made when something is first asked of it. */
export function workerOfflineClient(): OfflineClient {
  parts ??= createOfflineClient({ photos: workerPhotoCache() })
  return parts
}

export function workerPhotoCache(): PhotoCache {
  photos ??= createPhotoCache({
    fetch: (request, init) => fetch(request, init),
    origin: location.origin,
    isPublished: (hash) => workerOfflineClient().replica.hasPhoto(hash),
  })
  return photos
}
