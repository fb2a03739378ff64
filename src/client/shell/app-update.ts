import { useSyncExternalStore } from 'react'
import { Workbox } from 'workbox-window'
import { systemTimers } from '@/offline/clock'
import { followActiveVersion } from './active-version'
import { loadOfflineClient } from './offline-client'
import { hasUnsaved, subscribeUnsaved } from './unsaved'

/**
 * A new version of the app is activated when a person says so, in all tabs together, never while there are unsaved
 * changes in one of them or a delivery of the outbox is under way (offline.md, worker and updates).
 */

const CHECK_EVERY_MS = 3_600_000
/** How long other tabs have to respond that they have unsaved changes. */
const RESPONSE_TIMEOUT_MS = 300
const CHANNEL = 'app-update'

type Message = { ask: string } | { busy: string }

interface Waiting {
  activate: () => void
}

let waiting: Waiting | undefined
const listeners = new Set<() => void>()

/** Registers the service worker and checks for updates. */
export async function checkForUpdates(): Promise<void> {
  const workbox = new Workbox('/sw.js')
  respondToOtherTabs()
  followActiveVersion({
    container: navigator.serviceWorker,
    timers: systemTimers,
    reload: () => window.location.reload(),
  })
  workbox.addEventListener('waiting', () => {
    waiting = { activate: () => workbox.messageSkipWaiting() }
    for (const listener of listeners) listener()
  })
  await workbox.register()
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    workbox.update().catch(() => undefined)
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
  await deliveriesSettled()
  waiting?.activate()
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

/** Deliveries under way are finished first; their own timeouts bound the wait. */
async function deliveriesSettled(): Promise<void> {
  const { outbox } = await loadOfflineClient()
  const entries = await outbox.list()
  await Promise.all(
    entries.filter(({ state }) => state === 'sending').map(({ id }) => outbox.settled(id, 30_000)),
  )
}

/** Whether a new version is waiting and this tab has no unsaved changes. */
export function useUpdateReady(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting !== undefined && !hasUnsaved(),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const unsubscribe = subscribeUnsaved(listener)
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}
