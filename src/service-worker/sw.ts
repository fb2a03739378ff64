import type { PrecacheEntry } from 'workbox-precaching'
import { systemTimers } from '@/offline/platform/deferred'
import { deliverInBackground } from '@/service-worker/delivery/background-sync'
import { serveCalendarFiles } from './calendar-files'
import { cachePhotos } from './photo-cache'
import { showPushMessages } from './push'

import { serveShell } from './shell'
import { handleShareTarget } from './share-target'
import { serveSavedFile } from './calendar-files'
import { syncOnMessage, syncPeriodically } from './delivery/sync-replica'
import { workerOfflineClient, workerPhotoCache } from './delivery/worker-offline-client'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the public shell. */
  __WB_MANIFEST: PrecacheEntry[]
}

// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
const shell = serveShell(self, self.__WB_MANIFEST)
cachePhotos(self, workerPhotoCache)
serveCalendarFiles(self, () => workerOfflineClient().replica)
serveSavedFile(self, workerOfflineClient)
const synced = { replicaSync: () => workerOfflineClient().replicaSync, shell: shell }
syncOnMessage(self, synced)
syncPeriodically(self, synced)
handleShareTarget(self, () => workerOfflineClient().outbox)
deliverInBackground(self, workerOfflineClient)
showPushMessages(self, workerOfflineClient, { timers: systemTimers, nowMs: () => Date.now() })
