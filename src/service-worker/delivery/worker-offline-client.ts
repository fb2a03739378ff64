import { createOfflineClient } from '@/offline/client/offline-client'
import type { OfflineClient } from '@/offline/client/offline-client'
import { createReminders } from '@/offline/push/reminders'
import { createPhotoCache } from '@/service-worker/photo-cache'
import type { PhotoCache } from '@/service-worker/photo-cache'

declare const self: ServiceWorkerGlobalScope

let client: OfflineClient | undefined
let photos: PhotoCache | undefined

export function workerOfflineClient(): OfflineClient {
  client ??= createOfflineClient({
    photos: workerPhotoCache(),
    createReminders: async (deps) => createReminders(deps),
    pushManager: async () => self.registration.pushManager,
  })
  return client
}

export function workerPhotoCache(): PhotoCache {
  photos ??= createPhotoCache({
    fetch: (request, init) => fetch(request, init),
    origin: location.origin,
    isPublished: (hash) => workerOfflineClient().replica.hasPhoto(hash),
  })
  return photos
}
