import { systemClock, systemTimers } from '@/offline/platform/clock'
import { createLocalFirstProgramme } from '@/offline/programme/local-first-programme'
import { createOfflineClient, type OfflineClient } from '@/offline/client/offline-client'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { createSavedSync } from '@/offline/saved/saved-sync'
import { createWorkerDelivery } from '@/offline/client/worker-delivery'
import { PROGRAMME_SYNC_TAG } from '@/offline/client/worker-messages'
import type { PeriodicSyncManager } from '@/offline/client/worker-messages'
import { pageStorage } from './page-storage'
import {
  addPageTriggers,
  registerBackgroundSync,
  requestPersistentStorage,
  resumePush,
  subscribeToSyncs,
} from './page-triggers'

export interface PageOfflineClient extends Pick<
  OfflineClient,
  'api' | 'session' | 'outbox' | 'push' | 'replica' | 'replicaSync' | 'saved'
> {
  programme: ProgrammeReader
  /** Calls the listener after each sync that got through. Returns how to stop. */
  subscribeToSyncs(listener: () => void): () => void
}

let pageClient: PageOfflineClient | undefined

/** The offline client of this page, one for all its parts. Reached through a dynamic import, never on the first paint. */
export function pageOfflineClient(): PageOfflineClient {
  pageClient ??= createPageOfflineClient()
  return pageClient
}

function createPageOfflineClient(): PageOfflineClient {
  const { publicApi, ...client } = createOfflineClient({
    storage: pageStorage(),
    locale: pageLocale,
    retries: true,
    isVisible: () => document.visibilityState === 'visible',
    deliverInWorker: createWorkerDelivery(() => navigator.serviceWorker?.controller, systemTimers),
    onUnreported: registerBackgroundSync,
    onEnqueued() {
      registerBackgroundSync()
      requestPersistentStorage()
    },
    onTap() {
      requestPersistentStorage()
      void syncSaved()
    },
    // The worker that is active receives them.
    pushManager: async () => {
      const registration = await navigator.serviceWorker?.getRegistration()
      return registration?.active ? registration.pushManager : undefined
    },
    solveChallenge: async (challenge, signal) => {
      const solver = await import('@/offline/api/challenge-solver').catch(() => undefined)
      return solver?.solveChallenge(challenge, signal)
    },
    createReminders: async (deps) => (await import('@/offline/push/reminders')).createReminders(deps),
  })
  addPageTriggers(client)
  resumePush(client)
  // Drafts are recovered before anybody signs out: what waits is counted and deleted in the database.
  void client.outbox.drafts.recover().catch(() => undefined)
  prepareInstalled()
  const { replica, session } = client
  const programme = createLocalFirstProgramme({
    replica,
    api: publicApi,
    tokens: session.tokens,
    clock: systemClock,
    locale: pageLocale,
  })
  const syncSaved = createSavedSync({ ...client, programme })
  addEventListener('online', syncSaved)
  session.subscribe(() => void syncSaved())
  void session.ready.then(syncSaved)
  return { ...client, programme, subscribeToSyncs: (listener) => subscribeToSyncs(replica, listener) }
}

function pageLocale(): string {
  return document.documentElement.lang || navigator.language
}

/** The shortest interval: Chromium chooses by how much the app is used. */
const REFRESH_EVERY_MS = 12 * 3_600_000

/** Asks the browser for what an installed app gets, at its start and at the moment of its installation. */
function prepareInstalled(): void {
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
