import { type PrecacheEntry, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing'
import { calendarFileId, isSavedFile } from '@/contract/events/calendar-files'
import { createOfflineClient, type OfflineClient } from '@/offline/client/offline-client'
import { createProgrammeClient, type ProgrammeClient } from '@/offline/client/programme-client'
import { workInBackground } from './background-sync'
import { respondWithCalendarFile, savedFile } from './calendar-files'
import { createPhotos, isPhoto } from './photos'
import { showPushMessages } from './push'
import { FORM, receiveShared } from './share-target'
import { clientsClaim } from 'workbox-core'
import { SETTINGS_PATH, settings, settingsScript } from '@/contract/settings'
import { isPageMessage } from '@/offline/client/worker-messages'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the public shell. */
  __WB_MANIFEST: PrecacheEntry[]
}

const SHELL = 'index.html'

/** The back office is online only: without a network its addresses get the shell, which says so. */
const BACK_OFFICE = /^\/backoffice(?:[/?]|$)/
/** These navigations are answered by the server: its own addresses, and whatever is a file, such as `/sitemap.xml`. */
const FROM_SERVER = [/^\/(?:api|photos|docs|embed)(?:[/?]|$)/, BACK_OFFICE, /^[^?]*\.[a-z0-9]+(?:\?|$)/i]

/**
 * Precaches the public app shell and responds to navigations with it. A new version takes over when the person agrees. The browser
 * evicts a site as a whole; a file that is missing all the same is fetched, and stored again by its digest, when it is used.
 */
function serveShell(scope: ServiceWorkerGlobalScope, manifest: PrecacheEntry[]): void {
  // The browser stores this script with the worker's own and installs a new version when either has changed. The page gets the
  // settings of its version, with no network too.
  scope.importScripts(SETTINGS_PATH)
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === SETTINGS_PATH,
    async () =>
      new Response(settingsScript(settings()), {
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
      }),
  )
  // The page is cached with its headers, whose policy is made of the settings: with others it is another revision.
  const entries = manifest.map((entry) =>
    entry.url === SHELL ? { ...entry, revision: `${entry.revision} ${JSON.stringify(settings())}` } : entry,
  )
  // '/' is no file of the shell: only navigations get the shell there.
  precacheAndRoute(entries, { directoryIndex: '', cleanURLs: false })
  const toShell = createHandlerBoundToURL(SHELL)
  registerRoute(new NavigationRoute(toShell, { denylist: FROM_SERVER }))
  registerRoute(
    new NavigationRoute((given) => fetch(given.request).catch(() => toShell(given)), {
      allowlist: [BACK_OFFICE],
    }),
  )
  // The caches of a damaged profile cannot be read.
  setCatchHandler(({ request }) => fetch(request))
  clientsClaim()
  scope.addEventListener('message', (event) => {
    if (isPageMessage(event.data, 'SKIP_WAITING')) event.waitUntil(scope.skipWaiting())
  })
}

// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
serveShell(self, self.__WB_MANIFEST)

// Each event makes what it needs, when it comes: a calendar file needs neither session nor outbox.
let programme: ProgrammeClient | undefined
let offline: OfflineClient | undefined
const programmeClient = () => (programme ??= createProgrammeClient({ photos }))
const offlineClient = () =>
  (offline ??= createOfflineClient({
    programmeClient: programmeClient(),
    pushManager: async () => self.registration.pushManager,
  }))
const parts = {
  replica: () => programmeClient().replica,
  replicaSync: () => programmeClient().replicaSync,
  outbox: () => offlineClient().outbox,
  session: () => offlineClient().session,
  push: () => offlineClient().push,
}

const photos = createPhotos(parts)
registerRoute(isPhoto, photos.respond)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && calendarFileId(url.pathname) !== undefined,
  ({ request }) =>
    respondWithCalendarFile(request, {
      fetch: (address, init) => fetch(address, init),
      replica: parts.replica,
      nowMs: () => Date.now(),
      origin: self.location.origin,
    }),
)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isSavedFile(url.pathname),
  ({ url }) => savedFile(url, programmeClient(), Date.now()),
)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === FORM,
  ({ request }) => receiveShared(request, parts.outbox),
  'POST',
)
workInBackground(self, parts)
showPushMessages(self, parts)
