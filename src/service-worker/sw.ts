import { systemTimers } from '@/offline/platform/clock'
import { deliverInBackground } from './delivery/background-sync'
import { serveCalendarFiles } from './calendar-files'
import { cachePhotos } from './photo-cache'
import { endEventsForUpdate } from './shell/end-events'
import type { PrecacheManifest } from './shell/needed-here'
import { precacheShell } from './shell/precache'
import { showPushMessages } from './push'
import { importSettings, revisedBySettings } from './shell/settings'
import { serveSavedFile } from './saved-file'
import { handleShareTarget } from './share-target'
import { reportShell } from './shell/shell'
import { syncOnMessage, syncPeriodically } from './delivery/sync-replica'
import { updateByPrompt } from './shell/updates'
import { workerOfflineClient, workerPhotoCache } from './delivery/worker-offline-client'

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
serveCalendarFiles(self, () => workerOfflineClient().replica, untilUpdate)
serveSavedFile(self, workerOfflineClient, untilUpdate)
const synced = { replicaSync: () => workerOfflineClient().replicaSync, shell }
syncOnMessage(self, synced, untilUpdate)
syncPeriodically(self, synced, untilUpdate)
handleShareTarget(self, () => workerOfflineClient().outbox.drafts)
deliverInBackground(self, workerOfflineClient, untilUpdate)
showPushMessages(self, workerOfflineClient, { untilUpdate, timers: systemTimers, nowMs: () => Date.now() })
updateByPrompt(self)
