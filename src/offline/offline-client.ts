import { API_PREFIX } from '@/contract/endpoint'
import { type ApiClient, createApiClient } from './api-client'
import { broadcastNotifier } from './change-notifier'
import { systemClock, systemTimers } from './clock'
import { browserLocks } from './locks'
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

export interface OfflineClientOptions extends Pick<OutboxParts, 'keepsTrying' | 'onEnqueued'> {
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
    notifier: broadcastNotifier('ericeira-outbox'),
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

/** A random UUID (version 4); `crypto.randomUUID` is missing where the page is not served securely. */
function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
