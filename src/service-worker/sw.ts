import type { PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { calendarFileId, isSavedFile } from '@/contract/events/calendar-files'
import { createOfflineClient } from '@/offline/client/offline-client'
import type { OfflineClient } from '@/offline/client/offline-client'
import { createProgrammeClient } from '@/offline/client/programme-client'
import type { ProgrammeClient } from '@/offline/client/programme-client'
import { createReminders } from '@/offline/push/reminders'
import { workInBackground } from './background-sync'
import { respondWithCalendarFile, savedFile } from './calendar-files'
import { createPhotos, isPhoto } from './photos'
import { showPushMessages } from './push'
import { FORM, receiveShared } from './share-target'
import { serveShell } from './shell'

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the public shell. */
  __WB_MANIFEST: PrecacheEntry[]
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
    createReminders: async (deps) => createReminders(deps),
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
