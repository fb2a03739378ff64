import { useSyncExternalStore } from 'react'
import { systemTimers } from '@/offline/platform/clock'
import { createListeners } from '@/offline/platform/listeners'
import { followActiveVersion } from './active-version'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import { hasUnsaved, subscribeUnsaved } from '@/client/shared/forms/unsaved'
import { followWaitingVersion, type WaitingVersion } from './waiting-version'
import { installWorker, type WorkerInstallation } from './worker-installation'

/**
 * A new version of the app is activated when a person says so, in all tabs together, never while there are unsaved
 * changes in one of them or a delivery of the outbox is under way (offline.md, worker and updates).
 */

const CHECK_EVERY_MS = 3_600_000
/** How long other tabs have to respond that they have unsaved changes. */
const RESPONSE_TIMEOUT_MS = 300
/** An update lets a delivery end first. A person who has agreed waits no longer than this: the delivery is repeated. */
const DELIVERY_TIMEOUT_MS = 30_000
const CHANNEL = 'app-update'

type Message = { ask: string } | { busy: string }

let installation: WorkerInstallation | undefined
let registered: ServiceWorkerRegistration | undefined
let waiting: WaitingVersion | undefined
const changes = createListeners()

/** Registers the service worker and checks for updates; `controller` is the worker that the page began with. */
export async function checkForUpdates(controller: ServiceWorker | null): Promise<void> {
  respondToOtherTabs()
  followActiveVersion(controller, {
    container: navigator.serviceWorker,
    timers: systemTimers,
    reload: () => window.location.reload(),
  })
  // The page fetches what it needs first.
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  installation = installWorker({
    register: () => navigator.serviceWorker.register('/sw.js'),
    onRegistered: follow,
    subscribe: onReachable,
    timers: systemTimers,
    random: Math.random,
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    registered?.update().catch(() => undefined)
  })
}

/** The person wants it now: a worker whose installation failed is registered again. */
export function retryInstallation(): void {
  installation?.retry()
}

function follow(registration: ServiceWorkerRegistration): void {
  if (registration === registered) return
  registered = registration
  waiting = followWaitingVersion(registration, { timers: systemTimers, onChange: changes.notify })
  changes.notify()
}

function onReachable(retry: () => void): void {
  window.addEventListener('online', retry)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retry()
  })
}

function respondToOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('ask' in data && hasUnsaved()) post(channel, { busy: data.ask })
  })
}

/** Activates the new version and reloads every tab; 'busy' when another tab has unsaved changes. */
export async function applyUpdate(): Promise<'reloading' | 'busy'> {
  if (await isOtherTabBusy()) return 'busy'
  await Promise.race([deliveriesSettled(), timeout(DELIVERY_TIMEOUT_MS)])
  waiting?.accept()
  return 'reloading'
}

function isOtherTabBusy(): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL)
  const question = crypto.randomUUID()
  return new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if ('busy' in data && data.busy === question) resolve(true)
    })
    post(channel, { ask: question })
    setTimeout(() => resolve(false), RESPONSE_TIMEOUT_MS)
  }).finally(() => channel.close())
}

function post(channel: BroadcastChannel, message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none: same origin only
  channel.postMessage(message)
}

/** Deliveries under way are finished first. Never rejects: a device whose outbox cannot be read has none, and is updated too. */
async function deliveriesSettled(): Promise<void> {
  try {
    const { outbox } = await loadOfflineClient()
    const entries = await outbox.list()
    const sending = entries.filter(({ state }) => state === 'sending')
    await Promise.allSettled(sending.map(({ id }) => outbox.settled(id, DELIVERY_TIMEOUT_MS)))
  } catch (error) {
    report('The update did not wait for the outbox.', error)
  }
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => systemTimers.after(ms, resolve))
}

/** Whether a new version is waiting and this tab has no unsaved changes. */
export function useUpdateReady(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting?.isReady() === true && !hasUnsaved(),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = [changes.subscribe(listener), subscribeUnsaved(listener)]
  return () => {
    for (const stop of unsubscribe) stop()
  }
}
