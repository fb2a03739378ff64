import { API_PREFIX } from '@/contract/endpoint'
import { settings } from '@/contract/settings'
import { type ApiClient, createApiClient } from './api-client'
import { broadcastNotifier } from './change-notifier'
import { systemClock, systemTimers } from './clock'
import { browserLocks } from './locks'
import { isStorageTrouble } from './indexed-db'
import { newId } from './new-id'
import type { SolveChallenge } from './proof-of-work'
import { OutboxFull } from './outbox/entry-store'
import { createOutbox, type Outbox, type OutboxParts } from './outbox/outbox'
import type { FindPushManager } from './push/browser-subscription'
import { createPushRegistration, type PushRegistration } from './push/push-registration'
import { isMetered, savesData } from './metered'
import { fetchTags } from './replica/known-tags'
import { dropPhotos } from './replica/photo-storage'
import { createReplica, type Replica } from './replica/replica'
import { createReplicaSync, type PhotoStore, type ReplicaSync } from './replica/replica-sync'
import { createSessionManager, type SessionManager } from './session'
import { createSessionStore } from './session-store'
import type { KeyValueStorage } from './stored-session'

/** The browser's offline parts, made in one place: the same for a page and the worker, over the same databases and locks. */
export interface OfflineClient {
  /** Calls for the current user. */
  api: ApiClient
  /** Calls without a token, as a visitor. */
  publicApi: ApiClient
  session: SessionManager
  outbox: Outbox
  push: PushRegistration
  replica: Replica
  replicaSync: ReplicaSync
}

interface OfflineClientOptions extends Pick<
  OutboxParts,
  'retries' | 'onEnqueued' | 'deliverInWorker' | 'isLookedAt'
> {
  /** A page's `localStorage`; the worker has none. */
  storage?: KeyValueStorage | undefined
  locale?: () => string
  /** A page loads it when it is needed. */
  solveChallenge: SolveChallenge
  /** Where the browser's notifications come to. */
  pushManager: FindPushManager
  /** In pages only: see `SessionParts`. */
  onUnreported?: () => void
  /** In the worker only. */
  photos?: PhotoStore
  /** In pages only: see `ReplicaParts`. */
  pause?: () => Promise<void>
}

/** With the browser's own clock, timers, locks, network and storage. */
export function createOfflineClient({
  storage,
  photos,
  pause,
  solveChallenge,
  pushManager,
  ...options
}: OfflineClientOptions): OfflineClient {
  const platform = { clock: systemClock, timers: systemTimers, locks: browserLocks() }
  const sender = {
    ...platform,
    solveChallenge,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    baseUrl: settings().apiBase ?? API_PREFIX,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  }
  /** The outbox is not told of what it sends itself: a send that fails would repeat itself. */
  const outboxApi = createApiClient(sender)
  const onReached = () => void outbox.reached()
  const publicApi = createApiClient({ ...sender, onReached })
  const session = createSessionManager({
    ...platform,
    api: publicApi,
    store: createSessionStore({ storage, timers: storage && systemTimers }),
    onUnreported: options.onUnreported,
    notifier: broadcastNotifier('ericeira-session'),
  })
  const replica = createReplica({
    ...platform,
    evict: dropPhotos,
    ...(pause === undefined ? {} : { pause }),
  })
  const outbox = createOutbox({
    ...platform,
    ...options,
    api: outboxApi,
    session,
    random: Math.random,
    newId,
    evictors: [dropPhotos, replica.drop],
    onFault(error) {
      // A device that keeps nothing is told where something is written.
      if (!isStorageTrouble(error) && !(error instanceof OutboxFull)) globalThis.reportError(error)
    },
    onDelivered: () => push.settle(),
  })
  const api = createApiClient({ ...sender, onReached, tokens: session.tokens })
  const push = createPushRegistration({
    api: outboxApi,
    ownApi: api,
    session,
    store: outbox.push,
    timers: systemTimers,
    pushManager,
    isAllowed: () => typeof Notification !== 'undefined' && Notification.permission === 'granted',
  })
  return {
    api,
    publicApi,
    session,
    outbox,
    push,
    replica,
    replicaSync: createReplicaSync({
      ...platform,
      api: publicApi,
      replica,
      savesData,
      isMetered,
      async onSynced() {
        await Promise.all([outbox.formTokens.keepFresh(), fetchTags({ api: publicApi, replica })])
      },
      ...(photos === undefined ? {} : { photos }),
    }),
  }
}
