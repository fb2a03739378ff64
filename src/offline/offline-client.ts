import { API_PREFIX } from '@/contract/endpoint'
import { type ApiClient, createApiClient } from './api-client'
import { broadcastNotifier } from './change-notifier'
import { systemClock, systemTimers } from './clock'
import { browserLocks } from './locks'
import { createOutbox, type Outbox, type OutboxParts } from './outbox/outbox'
import { createReplica, type Replica } from './replica/replica'
import { createReplicaSync, type PhotoStore, type ReplicaSync } from './replica/replica-sync'
import { createSessionKeeper, type SessionKeeper } from './session'
import { createSessionStore, type KeyValueStorage } from './session-store'

/** The worker's cache of the programme's images. */
export const PHOTO_CACHE = 'photos'

/** The browser's offline parts, made in one place: the same for a page and the worker, over the same databases and locks. */
export interface OfflineClient {
  /** Calls for the current user. */
  api: ApiClient
  /** Calls for nobody. */
  publicApi: ApiClient
  session: SessionKeeper
  outbox: Outbox
  replica: Replica
  replicaSync: ReplicaSync
}

export interface OfflineClientOptions extends Pick<OutboxParts, 'keepsTrying' | 'onEnqueued'> {
  /** A page's `localStorage`; the worker has none. */
  storage?: KeyValueStorage | undefined
  locale?: () => string
  /** The worker's. */
  photos?: PhotoStore
  /** A page's: see `ReplicaParts`. */
  pause?: () => Promise<void>
}

/** With the browser's own surroundings. */
export function createOfflineClient({
  storage,
  photos,
  pause,
  ...options
}: OfflineClientOptions): OfflineClient {
  const surroundings = { clock: systemClock, timers: systemTimers, locks: browserLocks() }
  const sender = {
    ...surroundings,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    baseUrl: import.meta.env.VITE_API_BASE ?? API_PREFIX,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  }
  const publicApi = createApiClient(sender)
  const session = createSessionKeeper({
    ...surroundings,
    api: publicApi,
    store: createSessionStore({ storage }),
    notifier: broadcastNotifier('ericeira-session'),
  })
  const replica = createReplica({
    ...surroundings,
    makeSpace: dropPhotos,
    ...(pause === undefined ? {} : { pause }),
  })
  const outbox = createOutbox({
    ...surroundings,
    ...options,
    api: publicApi,
    session,
    notifier: broadcastNotifier('ericeira-outbox'),
    random: Math.random,
    newId,
    spaceMakers: [dropPhotos, replica.drop],
    onFault: (error) => globalThis.reportError(error),
  })
  return {
    api: createApiClient({ ...sender, tokens: session.tokens }),
    publicApi,
    session,
    outbox,
    replica,
    replicaSync: createReplicaSync({
      ...surroundings,
      api: publicApi,
      replica,
      savesData,
      ...(photos === undefined ? {} : { photos }),
    }),
  }
}

async function dropPhotos(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(PHOTO_CACHE)
}

/** Chromium only; the DOM's types do not know it. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
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
