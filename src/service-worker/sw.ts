import { deliverInBackground } from './background-sync'
import { cachePhotos } from './photo-cache'
import { endEventsForUpdate } from './end-events'
import { precacheShell } from './precache'
import { notifyOfReviews } from './push'
import { importSettings, revisedBySettings } from './settings'
import { handleShareTarget } from './share-target'
import { syncOnMessage, syncPeriodically } from './sync-replica'
import { updateByPrompt } from './updates'
import { workerOfflineClient, workerPhotoCache } from './worker-offline-client'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the public shell, with its revision. */
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

importSettings(self)
const untilUpdate = endEventsForUpdate(self)
// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
precacheShell(revisedBySettings(self.__WB_MANIFEST))
cachePhotos(self, workerPhotoCache, untilUpdate)
syncOnMessage(self, () => workerOfflineClient().replicaSync, untilUpdate)
syncPeriodically(self, () => workerOfflineClient().replicaSync, untilUpdate)
handleShareTarget(self, () => workerOfflineClient().outbox.drafts)
deliverInBackground(self, workerOfflineClient, untilUpdate)
notifyOfReviews(self, workerOfflineClient, untilUpdate)
updateByPrompt(self)
