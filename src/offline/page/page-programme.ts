import type { TokenSource } from '@/offline/api/api-client'
import { createProgrammeClient } from '@/offline/client/programme-client'
import { type PeriodicSyncManager, PROGRAMME_SYNC_TAG } from '@/offline/client/worker-messages'
import { subscribeLive } from '@/offline/platform/indexed-db'
import { createLocalFirstProgramme } from '@/offline/programme/local-first-programme'

export type PageProgramme = ReturnType<typeof createPageProgramme>

let made: PageProgramme | undefined

/** All that a page needs to show the programme. Nothing of the outbox, of a session or of push is loaded for it. */
export function pageProgramme(): PageProgramme {
  made ??= createPageProgramme()
  return made
}

function createPageProgramme() {
  const client = createProgrammeClient({ locale: pageLocale, onSaved: requestPersistentStorage })
  const { publicApi, replica, platform } = client
  if (matchMedia('(display-mode: standalone)').matches) prepareInstalled()
  addEventListener('appinstalled', prepareInstalled)
  return {
    ...client,
    programme: createLocalFirstProgramme({
      replica,
      api: publicApi,
      tokens: accountTokens,
      clock: platform.clock,
      locale: pageLocale,
    }),
    /** Notifies of each sync after this call, also of the worker's and of another tab's. */
    subscribeToSyncs(listener: () => void): () => void {
      let last: { syncedAt: number | undefined } | undefined
      return subscribeLive(
        async () => (await replica.sync())?.syncedAt,
        (syncedAt) => {
          if (last !== undefined && last.syncedAt !== syncedAt) listener()
          last = { syncedAt }
        },
      )
    },
  }
}

/** The offline client is loaded for what the programme does not have: it may be somebody's own. */
async function accountTokens(): Promise<TokenSource> {
  return (await import('./page-offline-client')).pageOfflineClient().session.tokens
}

export function pageLocale(): string {
  return document.documentElement.lang || navigator.language
}

/** The shortest interval: Chromium chooses by how much the app is used. */
const REFRESH_EVERY_MS = 12 * 3_600_000

/** The programme of an installed app stays, and is refreshed while nobody looks: Chromium alone has that. */
function prepareInstalled(): void {
  requestPersistentStorage()
  void navigator.serviceWorker?.ready
    .then((registration) =>
      (registration as { periodicSync?: PeriodicSyncManager }).periodicSync?.register(PROGRAMME_SYNC_TAG, {
        minInterval: REFRESH_EVERY_MS,
      }),
    )
    .catch(() => undefined)
}

let hasRequested = false

/** Asks the browser not to evict what a person keeps here when the device gets full. Some browsers ask the person. */
export function requestPersistentStorage(): void {
  if (hasRequested) return
  hasRequested = true
  void navigator.storage?.persist?.().catch(() => undefined)
}
