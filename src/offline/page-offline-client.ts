import type { ApiClient } from './api-client'
import { createOfflineClient } from './offline-client'
import { createBrowserProgramme } from './browser-programme'
import { systemClock, systemTimers } from './clock'
import { browserLocks } from './locks'
import type { Outbox } from './outbox/outbox'
import { askForBackgroundSync, askForPersistentStorage, watchPage } from './page-triggers'
import type { ProgrammeSource } from './programme-source'
import { createMirror, type Mirror } from './replica/mirror'
import type { SessionKeeper } from './session'
import type { KeyValueStorage } from './session-store'
import { createWorkerDelivery } from './worker-delivery'

export interface Device {
  api: ApiClient
  session: SessionKeeper
  outbox: Outbox
  programme: ProgrammeSource
  mirror: Mirror
}

let only: Device | undefined

/** The offline layer of this page, one for all its parts. Reached through a dynamic import, never on the first paint. */
export function device(): Device {
  only ??= createDevice()
  return only
}

function createDevice(): Device {
  const { api, publicApi, session, outbox, replica, images } = createOfflineClient({
    storage: pageStorage(),
    locale: () => document.documentElement.lang || navigator.language,
    retries: true,
    deliverInWorker: createWorkerDelivery(() => navigator.serviceWorker?.controller, systemTimers),
    onEnqueued() {
      askForBackgroundSync()
      askForPersistentStorage()
    },
  })
  const surroundings = { replica, clock: systemClock, locks: browserLocks() }
  watchPage(outbox, session)
  return {
    api,
    session,
    outbox,
    programme: createBrowserProgramme({ ...surroundings, api: publicApi, tokens: session.tokens }),
    mirror: createMirror({ ...surroundings, api: publicApi, images, savesData }),
  }
}

/** Where storage is forbidden, even naming it throws. */
function pageStorage(): KeyValueStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** Chromium only; the DOM's types do not know it. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
