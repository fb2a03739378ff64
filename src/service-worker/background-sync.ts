import { OUTBOX_SYNC_TAG, type SyncManager } from '@/offline/worker-messages'
import type { OfflineClient } from '@/offline/offline-client'
import { type DeliveryMessage, isPageMessage } from '@/offline/worker-messages'

/** Not in the DOM's types: Chromium alone has it. */
interface SyncEvent extends ExtendableEvent {
  tag: string
  lastChance: boolean
}

interface Unsent {
  outbox: Pick<OfflineClient['outbox'], 'deliver'>
  session: Pick<OfflineClient['session'], 'reportEndings'>
}

/** Delivers the outbox, and what the server does not know yet of ended sessions: when a page requests it, and at background sync, even with no page open. */
export function deliverInBackground(scope: ServiceWorkerGlobalScope, client: () => Unsent): void {
  const { sync } = scope.registration as ServiceWorkerRegistration & { sync?: SyncManager }
  scope.addEventListener('sync', (event) => {
    const { tag, lastChance, waitUntil } = event as unknown as SyncEvent
    if (tag === OUTBOX_SYNC_TAG)
      waitUntil.call(
        event,
        deliverOrFail(client(), lastChance, () => sync?.register(OUTBOX_SYNC_TAG)),
      )
  })
  scope.addEventListener('message', (event) => {
    const [port] = event.ports
    if (!isPageMessage(event.data, 'DELIVER') || port === undefined) return
    const { networkIsBack } = event.data
    post(port, { type: 'DELIVERING' })
    event.waitUntil(
      client()
        .outbox.deliver({ networkIsBack })
        .then(
          (report) => post(port, { type: 'DELIVERED', report }),
          () => post(port, { type: 'DELIVERY_FAILED' }),
        ),
    )
  })
}

function post(port: MessagePort, message: DeliveryMessage): void {
  port.postMessage(message)
}

/**
 * Rejects while something is left that will be retried: then the browser fires the sync event again. After its last
 * chance it would not, so the worker registers another.
 */
export async function deliverOrFail(
  { outbox, session }: Unsent,
  isLastChance: boolean,
  registerAgain: () => Promise<void> | undefined,
): Promise<void> {
  const [{ left }, endings] = await Promise.all([
    outbox.deliver({ networkIsBack: true }),
    session.reportEndings(),
  ])
  if (left === 0 && endings === 0) return
  if (isLastChance) await registerAgain()
  throw new Error(`${left} entries are left in the outbox, ${endings} sessions are open on the server`)
}
