import { type Clock, systemClock, systemTimers, type Timers } from '@/offline/platform/deferred'
import {
  OUTBOX_SYNC_TAG,
  type SyncManager,
  isPageMessage,
} from '@/offline/client/worker-messages'
import type { OfflineClient } from '@/offline/client/offline-client'

/** The DOM's types lack it: Chromium alone has it. */
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
        deliverOrFail(client(), {
          isLastChance: lastChance,
          isSuperseded: () => (scope.registration.installing ?? scope.registration.waiting) !== null,
          registerAgain: () => sync?.register(OUTBOX_SYNC_TAG),
          clock: systemClock,
          timers: systemTimers,
        }),
      )
  })
  scope.addEventListener('message', (event) => {
    // The page that asked for it sends as well, and tells of what fails.
    if (isPageMessage(event.data, 'DELIVER')) event.waitUntil(client().outbox.deliver().catch(() => undefined))
  })
}

/** Chromium ends the event after three minutes, and fires the next five minutes after it has failed: so it is tried again within the event. */
const TRY_FOR_MS = 120_000
const TRY_EVERY_MS = 10_000

interface SyncContext {
  isLastChance: boolean
  isSuperseded: () => boolean
  registerAgain: () => Promise<void> | undefined
  clock: Clock
  timers: Timers
}

/** Rejects while something is left to retry: then the browser fires the event again. After its last chance the worker registers another. */
export async function deliverOrFail(unsent: Unsent, context: SyncContext): Promise<void> {
  try {
    await deliverAll(unsent, context)
  } catch (error) {
    if (context.isLastChance) await context.registerAgain()
    throw error
  }
}

async function deliverAll(unsent: Unsent, context: SyncContext): Promise<void> {
  const { clock, timers } = context
  const begunAt = clock.now()
  const keepsTrying = () => {
    const triedForMs = clock.now() - begunAt
    // A clock that was set back says nothing.
    return triedForMs >= 0 && triedForMs < TRY_FOR_MS && !context.isSuperseded()
  }
  let { left, unreached, endings } = await deliverOnce(unsent)
  while (unreached > 0 && keepsTrying()) {
    await new Promise<void>((resolve) => timers.after(TRY_EVERY_MS, resolve))
    if (keepsTrying()) ({ left, unreached, endings } = await deliverOnce(unsent))
  }
  if (left === 0 && endings === 0) return
  throw new Error(`${left} entries are left in the outbox, ${endings} sessions are open on the server`)
}

async function deliverOnce({ outbox, session }: Unsent) {
  const [report, endings] = await Promise.all([
    outbox.deliver({ networkIsBack: true }),
    session.reportEndings(),
  ])
  return { ...report, endings }
}
