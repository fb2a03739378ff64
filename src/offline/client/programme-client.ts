import { API_PREFIX } from '@/contract/endpoint'
import { settings } from '@/contract/settings'
import { createApiClient } from '@/offline/api/api-client'
import { createListeners, isMetered, savesData } from '@/offline/platform/change-notifier'
import { systemClock, systemTimers } from '@/offline/platform/deferred'
import { browserLocks } from '@/offline/platform/locks'
import { dropPhotos } from '@/offline/replica/photo-storage'
import { createReplica } from '@/offline/replica/replica'
import { createReplicaSync, fetchTags, type PhotoStore } from '@/offline/replica/replica-sync'
import { createSavedEvents } from '@/offline/saved/saved-events'

export type ProgrammeClient = ReturnType<typeof createProgrammeClient>

/** The programme in a page or the worker: it needs nothing of an account, and nothing that waits to be sent. */
export function createProgrammeClient(
  options: {
    locale?: (() => string) | undefined
    photos?: PhotoStore | undefined
    onSaved?: (() => void) | undefined
  } = {},
) {
  const platform = { clock: systemClock, timers: systemTimers, locks: browserLocks() }
  const sender = {
    ...platform,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    baseUrl: settings().apiBase ?? API_PREFIX,
    ...(options.locale && { locale: options.locale }),
  }
  const reached = createListeners()
  /** It has no tokens: only what everyone may see is stored on the device. */
  const publicApi = createApiClient({ ...sender, onReached: reached.notify })
  const replica = createReplica({ ...platform, evict: dropPhotos })
  return {
    platform,
    sender,
    /** Notified when a request has got through: the network is there. */
    reached,
    publicApi,
    replica,
    replicaSync: createReplicaSync({
      ...platform,
      api: publicApi,
      replica,
      savesData,
      isMetered,
      ...(options.photos && { photos: options.photos }),
    }),
    fetchTags: () => fetchTags(publicApi, replica),
    saved: createSavedEvents({ ...platform, replica, onSaved: options.onSaved }),
  }
}
