import { API_PREFIX } from '@/contract/endpoint'
import { type ApiClient, createApiClient } from './api-client'
import { broadcastNotifier } from './change-notifier'
import { systemClock, systemTimers } from './clock'
import { browserLocks } from './locks'
import { newId } from './new-id'
import { createOutbox, type Outbox, type OutboxParts } from './outbox/outbox'
import { createImageCache, type ImageCache } from './replica/image-cache'
import { createReplica, type Replica } from './replica/replica'
import { createSessionKeeper, type SessionKeeper } from './session'
import { createSessionStore, type KeyValueStorage } from './session-store'

/** What a page and the worker have in common: the same parts over the same databases, locks and channels. */
export interface OfflineClient {
  /** Calls for whoever is signed in. */
  api: ApiClient
  /** Calls for nobody. */
  publicApi: ApiClient
  session: SessionKeeper
  outbox: Outbox
  replica: Replica
  images: ImageCache | undefined
}

export interface OfflineClientOptions extends Pick<
  OutboxParts,
  'retries' | 'onEnqueued' | 'deliverInWorker'
> {
  /** A page's `localStorage`; the worker has none. */
  storage?: KeyValueStorage | undefined
  locale?: () => string
}

/** Puts the parts together with the browser's own surroundings. */
export function createOfflineClient({ storage, ...options }: OfflineClientOptions): OfflineClient {
  const surroundings = { clock: systemClock, timers: systemTimers, locks: browserLocks() }
  const exchange = {
    ...surroundings,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    baseUrl: import.meta.env.VITE_API_BASE ?? API_PREFIX,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  }
  const publicApi = createApiClient(exchange)
  const session = createSessionKeeper({
    ...surroundings,
    api: publicApi,
    store: createSessionStore({ storage }),
    notifier: broadcastNotifier('ericeira-session'),
  })
  const images = typeof caches === 'undefined' ? undefined : createImageCache(browserImages())
  const dropImages = async () => images?.clear()
  const replica = createReplica({
    ...surroundings,
    notifier: broadcastNotifier('ericeira-replica'),
    makeSpace: dropImages,
  })
  const outbox = createOutbox({
    ...surroundings,
    ...options,
    api: publicApi,
    session,
    random: Math.random,
    newId,
    spaceMakers: [dropImages, replica.drop],
    onFault: (error) => globalThis.reportError(error),
  })
  return {
    api: createApiClient({ ...exchange, tokens: session.tokens }),
    publicApi,
    session,
    outbox,
    replica,
    images,
  }
}

function browserImages() {
  return { caches, fetch: (url: string) => fetch(url), origin: location.origin }
}
