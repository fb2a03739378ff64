import {
  OUTBOX_SYNC_TAG,
  PROGRAMME_SYNC_TAG,
  isPageMessage,
  type SyncManager,
  type SyncReply,
} from '@/offline/client/worker-messages'
import type { Outbox } from '@/offline/outbox/outbox'
import type { ReplicaSync, UserSync } from '@/offline/replica/replica-sync'
import type { SessionManager } from '@/offline/session/session'

/** The DOM's types lack them: Chromium alone has them. */
interface SyncEvent extends ExtendableEvent {
  tag: string
  lastChance: boolean
}

interface Parts {
  outbox: () => Pick<Outbox, 'deliver'>
  session: () => Pick<SessionManager, 'reportEndings'>
  replicaSync: () => Pick<ReplicaSync, 'sync'>
}

/** Chromium ends the event after three minutes, and fires the next five minutes after it has failed: so it is tried again within the event. */
const TRY_FOR_MS = 120_000
const TRY_EVERY_MS = 10_000

/** Delivers the outbox and syncs the replica when a page asks for it, and at background sync, even with no page open. */
export function workInBackground(scope: ServiceWorkerGlobalScope, parts: Parts): void {
  const { sync } = scope.registration as ServiceWorkerRegistration & { sync?: SyncManager }
  // A version that waits takes over when this one has nothing to do.
  const isSuperseded = () => scope.registration.waiting !== null

  scope.addEventListener('sync', (event) => {
    const { tag, lastChance } = event as SyncEvent
    if (tag !== OUTBOX_SYNC_TAG) return
    const delivered = deliverAll(parts, isSuperseded).catch(async (error: unknown) => {
      if (lastChance) await sync?.register(OUTBOX_SYNC_TAG)
      throw error
    })
    ;(event as SyncEvent).waitUntil(delivered)
  })
  scope.addEventListener('periodicsync', (event) => {
    const { tag } = event as SyncEvent
    if (tag === PROGRAMME_SYNC_TAG) (event as SyncEvent).waitUntil(parts.replicaSync().sync())
  })
  scope.addEventListener('message', (event) => {
    const { data } = event
    // The page that asks for it sends as well, and tells of what fails.
    if (isPageMessage(data, 'DELIVER'))
      event.waitUntil(
        parts
          .outbox()
          .deliver()
          .catch(() => undefined),
      )
    if (!isPageMessage(data, 'SYNC')) return
    const reply = (text: SyncReply) => event.ports[0]?.postMessage(text)
    reply({ type: 'SYNCING' })
    const asked: UserSync | undefined = data.asked && {
      ...data.asked,
      onImages: (progress) => reply({ type: 'IMAGES', progress }),
    }
    const synced = parts.replicaSync().sync(data.seen, asked)
    event.waitUntil(synced.then((report) => reply({ type: 'SYNCED', report })))
  })
}

/** Rejects while something is left to retry, an ended session that the server does not know of too: the browser fires the event again. */
async function deliverAll({ outbox, session }: Parts, isSuperseded: () => boolean): Promise<void> {
  const until = Date.now() + TRY_FOR_MS
  for (;;) {
    const [{ left, unreached }, endings] = await Promise.all([
      outbox().deliver({ networkIsBack: true }),
      session().reportEndings(),
    ])
    if (left === 0 && endings === 0) return
    // A server that was reached and is busy says itself when it wants to be asked again.
    if (unreached === 0 || Date.now() + TRY_EVERY_MS > until || isSuperseded())
      throw new Error(`${left} entries are left in the outbox, ${endings} sessions are open on the server`)
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
  }
}
