import { API_PREFIX } from '@/contract/endpoint'
import { settings } from '@/contract/settings'
import { createApiClient } from '@/offline/api/api-client'
import { broadcastNotifier, isMetered, savesData } from '@/offline/platform/change-notifier'
import { systemClock, systemTimers, newId } from '@/offline/platform/deferred'
import { browserLocks } from '@/offline/platform/locks'
import { isStorageError } from '@/offline/platform/indexed-db'
import { createOutbox, type OutboxDeps } from '@/offline/outbox/outbox'
import type { FindPushManager } from '@/offline/push/push-registration'
import { type CreateReminders, createPushRegistration } from '@/offline/push/push-registration'
import { fetchTags } from '@/offline/replica/stored-event'
import { dropPhotos } from '@/offline/replica/photo-storage'
import { createReplica } from '@/offline/replica/replica'
import { createReplicaSync, type PhotoStore } from '@/offline/replica/replica-sync'
import { createSavedEvents } from '@/offline/saved/saved-events'
import { createSessionManager } from '@/offline/session/session'
import { createSessionStore } from '@/offline/session/session-store'
import type { Drafts } from '@/offline/outbox/drafts'

export type OfflineClient = ReturnType<typeof createOfflineClient>

interface OfflineClientOptions extends Pick<
  OutboxDeps,
  'retries' | 'onEnqueued' | 'isVisible'
> {
  storage?: Storage | undefined
  drafts?: Drafts | undefined
  locale?: () => string
  createReminders: CreateReminders
  pushManager: FindPushManager
  onUnreported?: () => void
  photos?: PhotoStore
  onSaved?: () => void
}

export function createOfflineClient({
  storage,
  photos,
  createReminders,
  pushManager,
  ...options
}: OfflineClientOptions) {
  const platform = { clock: systemClock, timers: systemTimers, locks: browserLocks() }
  const sender = {
    ...platform,
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
      if (!isStorageError(error)) globalThis.reportError(error)
    },
    onDelivered: () => push.settle(),
  })
  const api = createApiClient({ ...sender, onReached, tokens: session.tokens })
  const push = createPushRegistration({
    api: outboxApi,
    ownApi: api,
    session,
    store: outbox.push,
    clock: systemClock,
    timers: systemTimers,
    createReminders,
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
    saved: createSavedEvents({ ...platform, replica, onSaved: options.onSaved }),
    replicaSync: createReplicaSync({
      ...platform,
      api: publicApi,
      replica,
      savesData,
      isMetered,
      async onSynced() {
        await fetchTags({ api: publicApi, replica })
      },
      ...(photos === undefined ? {} : { photos }),
    }),
  }
}
