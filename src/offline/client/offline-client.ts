import { createApiClient } from '@/offline/api/api-client'
import { broadcastNotifier } from '@/offline/platform/change-notifier'
import { newId } from '@/offline/platform/deferred'
import { isStorageError } from '@/offline/platform/indexed-db'
import { createOutbox, type OutboxDeps } from '@/offline/outbox/outbox'
import { type FindPushManager, createPushRegistration } from '@/offline/push/push-registration'
import { dropPhotos } from '@/offline/replica/photo-storage'
import { createSessionManager } from '@/offline/session/session'
import { createSessionStore } from '@/offline/session/session-store'
import type { Drafts } from '@/offline/outbox/drafts'
import type { ProgrammeClient } from './programme-client'

export type OfflineClient = ReturnType<typeof createOfflineClient>

interface OfflineClientOptions extends Pick<OutboxDeps, 'retries' | 'onEnqueued' | 'isVisible'> {
  programmeClient: ProgrammeClient
  storage?: Storage | undefined
  drafts?: Drafts | undefined
  locale?: () => string
  pushManager: FindPushManager
  onUnreported?: () => void
}

/** The programme's client with session, outbox and push. */
export function createOfflineClient({
  programmeClient,
  storage,
  pushManager,
  ...options
}: OfflineClientOptions) {
  const { platform, sender, reached, publicApi, replica, replicaSync, saved } = programmeClient
  /** The outbox is not told of what it sends itself: a send that fails would repeat itself. */
  const outboxApi = createApiClient(sender)
  const session = createSessionManager({
    ...platform,
    api: publicApi,
    store: createSessionStore({ storage, timers: platform.timers, isPage: 'document' in globalThis }),
    onUnreported: options.onUnreported,
    notifier: broadcastNotifier('ericeira-session'),
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
  reached.subscribe(() => void outbox.reached())
  const api = createApiClient({ ...sender, onReached: reached.notify, tokens: session.tokens })
  const push = createPushRegistration({
    api: outboxApi,
    ownApi: api,
    session,
    store: outbox.push,
    clock: platform.clock,
    timers: platform.timers,
    pushManager,
    isAllowed: () => typeof Notification !== 'undefined' && Notification.permission === 'granted',
  })
  return { api, publicApi, session, outbox, push, replica, replicaSync, saved }
}
