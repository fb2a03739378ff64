import { deliverInBackground } from './background-sync'
import { cachePhotos } from './photo-cache'
import { precacheShell } from './precache'
import { notifyOfReviews } from './push'
import { handleShareTarget } from './share-target'
import { syncOnMessage, syncPeriodically } from './sync-replica'
import { updateByPrompt } from './updates'
import { workerOfflineClient, workerPhotoCache } from './worker-offline-client'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the public shell, with its revision. */
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
precacheShell(self.__WB_MANIFEST)
cachePhotos(self, workerPhotoCache)
syncOnMessage(self, () => workerOfflineClient().replicaSync)
syncPeriodically(self, () => workerOfflineClient().replicaSync)
handleShareTarget(self, () => workerOfflineClient().outbox.drafts)
deliverInBackground(self, workerOfflineClient)
notifyOfReviews(self, workerOfflineClient)
updateByPrompt(self)
