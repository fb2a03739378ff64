import { browserLocks } from '@/offline/locks'
import { isPageMessage, type WorkerMessage } from '@/offline/worker-messages'

/**
 * Update by prompt only: a new version waits until a page sends that the person agrees, never activates during a
 * delivery, and then controls all tabs together. Only the very first version claims the open page at once.
 */
export function updateByPrompt(scope: ServiceWorkerGlobalScope): void {
  const locks = browserLocks(scope.navigator.locks)
  let isFirst = false

  scope.addEventListener('install', () => {
    isFirst = scope.registration.active === null
  })

  scope.addEventListener('message', (event) => {
    // Delivery holds this lock during an attempt.
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
