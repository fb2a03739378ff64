import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createApiClient } from '@/offline/api/api-client'
import type { Timers } from '@/offline/platform/deferred'
import { type DatabaseDeps, isStorageError } from '@/offline/platform/indexed-db'
import { createLocalFirstProgramme } from '@/offline/programme/local-first-programme'
import { createDrafts } from '@/offline/outbox/drafts'
import { createOutbox } from '@/offline/outbox/outbox'
import { type FindPushManager, createPushRegistration } from '@/offline/push/push-registration'
import { createReplica } from '@/offline/replica/replica'
import { createReplicaSync } from '@/offline/replica/replica-sync'
import { createSessionManager } from '@/offline/session/session'
import { createSessionStore } from '@/offline/session/session-store'
import type { FakeClock } from '../server/fake-clock'
import type { FaultyNetwork } from './faulty-network'
import { lockHub } from './offline-locks'
import { notifierHub } from './offline-notifiers'

// Live queries do nothing without a global IndexedDB, whatever the database itself uses.
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange

export type Tab = ReturnType<Phone['openTab']>
export type Phone = ReturnType<typeof createPhone>

/** A simulated phone: storage that survives everything, and tabs that can be killed at any moment. */
export function createPhone(deps: {
  clock: FakeClock
  network: Pick<FaultyNetwork, 'fetch'>
  /** A number in [0, 1). */
  random?: () => number
  newId?: () => string
  /** A phone that has been used before. */
  database?: DatabaseDeps
  /** See `OutboxDeps`. */
  evictors?: readonly (() => Promise<void>)[]
  /** Its browser's push, the same for all tabs and the worker; without it the browser has none. */
  browserPush?: { pushManager: FindPushManager; isAllowed: () => boolean }
}) {
  const { clock, network, random = () => 0 } = deps
  const database = deps.database ?? { indexedDB: new IDBFactory(), IDBKeyRange }
  const storage = memoryStorage()
  const locks = lockHub()
  const notifiers = { session: notifierHub() }
  const senders = new Set<object>()
  let mostSenders = 0
  let ids = 0
  const newId = deps.newId ?? (() => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`)

  /** `kind: 'worker'` has no `localStorage` and does not retry by itself. */
  function openTab({
    kind = 'page',
    isVisible = false,
  }: { kind?: 'page' | 'worker'; isVisible?: boolean } = {}) {
    const holder = locks.holder()
    const life = mortal(clock)
    const ownStorage = kind === 'page' ? whileAlive(storage, life.isAlive) : undefined
    const me = {}
    /** Counts the senders at work: a request with an idempotency key is a delivery. */
    async function fetchAsMe(url: string, init: RequestInit): Promise<Response> {
      if (!new Headers(init.headers).has('idempotency-key')) return network.fetch(url, init)
      senders.add(me)
      mostSenders = Math.max(mostSenders, senders.size)
      return network.fetch(url, init).finally(() => senders.delete(me))
    }
    const senderDeps = {
      fetch: (url: string, init: RequestInit) =>
        life.guard((dies) =>
          fetchAsMe(url, { ...init, signal: AbortSignal.any([dies, ...signalsOf(init)]) }),
        ),
      baseUrl: '/api/v1',
      clock,
      timers: life.timers,
    }
    const api = createApiClient(senderDeps)
    const store = createSessionStore({
      storage: ownStorage,
      database,
      timers: life.timers,
      isPage: kind === 'page',
    })
    const platform = { clock, timers: life.timers, locks: holder, api }
    const onReached = () => void outbox.reached()
    let backgroundSyncs = 0
    const session = createSessionManager({ ...platform, store, notifier: notifiers.session.open() })
    const replica = createReplica({ clock, database })
    const drafts = kind === 'page' ? createDrafts({ storage: ownStorage, clock, newId }) : undefined
    const outbox = createOutbox({
      ...platform,
      session,
      random,
      newId,
      database,
      drafts,
      retries: kind === 'page',
      isVisible: () => isVisible,
      locale: () => 'en',
      evictors: deps.evictors ?? [],
      onFault: (error) => {
        // As in `offline-client`.
        if (life.isAlive() && !isStorageError(error)) throw error
      },
      onEnqueued: () => (backgroundSyncs += 1),
      onDelivered: () => push.settle(),
    })
    const ownApi = createApiClient({ ...senderDeps, onReached, tokens: session.tokens })
    const push = createPushRegistration({
      api,
      ownApi,
      session,
      store: outbox.push,
      clock,
      timers: life.timers,
      ...(deps.browserPush ?? { pushManager: async () => undefined, isAllowed: () => false }),
    })
    session.subscribe(() => void outbox.schedule({ networkIsBack: true }))
    const accessToken = async () => {
      const found = await session.tokens.token()
      return found.kind === 'token' ? found.token : undefined
    }
    return {
      api: ownApi,
      session: { ...session, accessToken },
      outbox,
      drafts: drafts ?? createDrafts({ storage: undefined, clock, newId }),
      push,
      replica,
      /** How often the page has asked the browser for a background sync. */
      backgroundSyncs: () => backgroundSyncs,
      programme: createLocalFirstProgramme({
        ...platform,
        replica,
        tokens: async () => session.tokens,
        locale: () => 'en',
      }),
      replicaSync: createReplicaSync({ ...platform, replica }),
      isDead: () => !life.isAlive(),
      /** The browser or the system ends it: no code of it runs any further. */
      kill() {
        life.end()
        holder.die()
        senders.delete(me)
        session.close()
        replica.close()
        outbox.close()
      },
    }
  }

  return { openTab, storage, database, notifiers, mostSenders: () => mostSenders }
}

/** Timers and network of one tab: after its end no timer fires and no request settles. */
function mortal(clock: FakeClock) {
  const cancels = new Set<() => void>()
  const death = new AbortController()
  let isAlive = true
  const forever = new Promise<never>(() => {})
  const timers: Timers = {
    after(delayMs, run) {
      if (!isAlive) return () => {}
      const cancel = clock.after(delayMs, () => {
        cancels.delete(cancel)
        run()
      })
      cancels.add(cancel)
      return () => {
        cancels.delete(cancel)
        cancel()
      }
    },
  }
  return {
    timers,
    isAlive: () => isAlive,
    async guard<T>(work: (dies: AbortSignal) => Promise<T>): Promise<T> {
      if (!isAlive) return forever
      const done = await work(death.signal).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      if (!isAlive) return forever
      if ('error' in done) throw done.error
      return done.value
    },
    end() {
      isAlive = false
      death.abort()
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
  }
}

/** Code of a tab that has ended writes nothing more. */
function whileAlive(storage: Storage, isAlive: () => boolean): Storage {
  return {
    get length() {
      return storage.length
    },
    key: (index) => storage.key(index),
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => (isAlive() ? storage.setItem(key, value) : undefined),
    removeItem: (key) => (isAlive() ? storage.removeItem(key) : undefined),
    clear: () => (isAlive() ? storage.clear() : undefined),
  }
}

function signalsOf(init: RequestInit): AbortSignal[] {
  return init.signal ? [init.signal] : []
}

export function memoryStorage(): Storage & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}
