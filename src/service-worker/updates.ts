import { browserLocks } from '@/offline/locks'
import { isPageMessage, type WorkerMessage } from '@/offline/worker-messages'

/**
 * Update by prompt only: a new version waits until a page says that the person agrees, never in the middle of sending,
 * and then takes over all tabs together. Only the very first version takes the open page at once.
 */
export function updateByPrompt(scope: ServiceWorkerGlobalScope): void {
  const locks = browserLocks(scope.navigator.locks)
  let isFirst = false

  scope.addEventListener('install', () => {
    isFirst = scope.registration.active === null
  })

  scope.addEventListener('message', (event) => {
    // The lock is the sender's: whoever holds it is in the middle of an attempt.
    if (isPageMessage(event.data, 'SKIP_WAITING'))
      event.waitUntil(locks.request('outbox', () => scope.skipWaiting()))
  })

  scope.addEventListener('activate', (event) => {
    event.waitUntil(isFirst ? scope.clients.claim() : notifyPages(scope))
  })
}

async function notifyPages(scope: ServiceWorkerGlobalScope): Promise<void> {
  const message: WorkerMessage = { type: 'NEW_VERSION_ACTIVE' }
  for (const page of await scope.clients.matchAll({ type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of the worker has no target
    page.postMessage(message)
  }
}
