import { OUTBOX_SYNC_TAG, type SyncManager } from '@/offline/worker-messages'
import type { Outbox } from '@/offline/outbox/outbox'
import { workerOfflineClient } from './worker-offline-client'

/** Not in the DOM's types: Chromium alone has it. */
interface SyncEvent extends ExtendableEvent {
  tag: string
  lastChance: boolean
}

/** Sends what waits when the browser says that there is a network, even with no page open. */
export function sendInBackground(scope: ServiceWorkerGlobalScope): void {
  const { sync } = scope.registration as ServiceWorkerRegistration & { sync?: SyncManager }
  scope.addEventListener('sync', (event) => {
    const { tag, lastChance, waitUntil } = event as unknown as SyncEvent
    if (tag === OUTBOX_SYNC_TAG)
      waitUntil.call(
        event,
        deliverOrFail(workerOfflineClient().outbox, lastChance, () => sync?.register(OUTBOX_SYNC_TAG)),
      )
  })
}

/**
 * Rejects while something is left that will be tried again: that is how the browser learns to come back. After its
 * last chance it would not, so the worker asks anew.
 */
export async function deliverOrFail(
  outbox: Pick<Outbox, 'deliver'>,
  isLastChance: boolean,
  askAgain: () => Promise<void> | undefined,
): Promise<void> {
  const { left } = await outbox.deliver({ networkIsBack: true })
  if (left === 0) return
  if (isLastChance) await askAgain()
  throw new Error(`${left} entries are left in the outbox`)
}
