import { deliverInBackground } from './background-sync'
import { cachePhotos } from './photo-cache'
import { endEventsForUpdate } from './end-events'
import type { PrecacheManifest } from './needed-here'
import { precacheShell } from './precache'
import { notifyOfReviews } from './push'
import { importSettings, revisedBySettings } from './settings'
import { handleShareTarget } from './share-target'
import { reportShell } from './shell'
import { syncOnMessage, syncPeriodically } from './sync-replica'
import { updateByPrompt } from './updates'
import { workerOfflineClient, workerPhotoCache } from './worker-offline-client'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the public shell. */
  __WB_MANIFEST: PrecacheManifest
}

importSettings(self)
const untilUpdate = endEventsForUpdate(self)
// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
const shell = precacheShell(self, revisedBySettings(self.__WB_MANIFEST))
reportShell(self, shell)
cachePhotos(self, workerPhotoCache, untilUpdate)
const synced = { replicaSync: () => workerOfflineClient().replicaSync, shell }
syncOnMessage(self, synced, untilUpdate)
syncPeriodically(self, synced, untilUpdate)
handleShareTarget(self, () => workerOfflineClient().outbox.drafts)
deliverInBackground(self, workerOfflineClient, untilUpdate)
notifyOfReviews(self, workerOfflineClient, untilUpdate)
updateByPrompt(self)
