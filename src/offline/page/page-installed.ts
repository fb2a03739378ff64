import { requestPersistentStorage } from './page-triggers'
import { type PeriodicSyncManager, PROGRAMME_SYNC_TAG } from '@/offline/client/worker-messages'

/** The least: Chromium chooses by how much the app is used. */
const REFRESH_EVERY_MS = 12 * 3_600_000

/** Asks the browser for what an installed app gets, at its start and at the moment of its installation. */
export function prepareInstalled(): void {
  if (matchMedia('(display-mode: standalone)').matches) prepare()
  addEventListener('appinstalled', prepare)
}

function prepare(): void {
  requestPersistentStorage()
  refreshPeriodically()
}

/**
 * Periodic background sync of the programme. Chromium alone has it, and permits it to installed apps; elsewhere the
 * programme is refreshed when the app is opened.
 */
function refreshPeriodically(): void {
  void navigator.serviceWorker?.ready
    .then((registration) =>
      (registration as { periodicSync?: PeriodicSyncManager }).periodicSync?.register(PROGRAMME_SYNC_TAG, {
        minInterval: REFRESH_EVERY_MS,
      }),
    )
    .catch(() => undefined)
}
