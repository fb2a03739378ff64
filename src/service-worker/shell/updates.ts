import { type Timers, systemTimers } from '@/offline/platform/clock'
import { deferred } from '@/offline/platform/deferred'
import { type Locks, browserLocks } from '@/offline/platform/locks'
import { isPageMessage, type PageMessage, type WorkerMessage } from '@/offline/client/worker-messages'

/** The page has waited for what was being sent when the person agreed (client/shared/pwa/app-update): this is for what began since. */
const DELIVERY_TIMEOUT_MS = 5000

/**
 * Update by prompt only: a new version waits until a page sends that the person agrees, lets a delivery end that does so soon,
 * and then controls all tabs together. Only the very first version claims the open page at once.
 */
export function updateByPrompt(scope: ServiceWorkerGlobalScope, timers: Timers = systemTimers): void {
  const locks = browserLocks(scope.navigator.locks)
  let isFirst = false

  scope.addEventListener('install', () => {
    isFirst = scope.registration.active === null
  })

  scope.addEventListener('message', (event) => {
    if (isPageMessage(event.data, 'SKIP_WAITING')) event.waitUntil(takeOver(scope, { locks, timers }))
  })

  scope.addEventListener('activate', (event) => {
    event.waitUntil(isFirst ? scope.clients.claim() : notifyPages(scope))
  })
}

async function takeOver(
  scope: ServiceWorkerGlobalScope,
  { locks, timers }: { locks: Locks; timers: Timers },
): Promise<void> {
  const timeout = deferred<void>()
  const cancel = timers.after(DELIVERY_TIMEOUT_MS, () => timeout.resolve())
  // Delivery holds this lock during an attempt.
  await Promise.race([locks.request('outbox', async () => {}), timeout.promise])
  cancel()
  const message: PageMessage = { type: 'END_EVENTS' }
  scope.registration.active?.postMessage(message)
  // This is never within the lock: Chromium settles it when the active worker's events have ended, and one of them may wait for the lock.
  await scope.skipWaiting()
}

async function notifyPages(scope: ServiceWorkerGlobalScope): Promise<void> {
  const message: WorkerMessage = { type: 'NEW_VERSION_ACTIVE' }
  // A page that was reloaded past the worker is not controlled, and gets no other news of it.
  for (const page of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of the worker has no target
    page.postMessage(message)
  }
}
