import { useSyncExternalStore } from 'react'
import type { WorkerMessage } from '@/offline/client/worker-messages'
import type { Timers } from '@/offline/platform/clock'
import { hasUnsaved, subscribeUnsaved } from '@/client/shared/forms/unsaved'
import { createListeners } from '@/offline/platform/listeners'

/** Time to read the toast of a submission before the page reloads. */
const READ_MS = 10_000

interface Environment {
  container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>
  timers: Timers
  reload: () => void
}

let isOutdated = false
const { subscribe, notify } = createListeners()

/**
 * Reloads this page once another version has become the active one: at once if nothing is unsaved, else a moment after
 * the last form was submitted or left. Old code with a new precache would request deleted files.
 */
export function followActiveVersion(
  /** The worker that the page began with: another may have taken over before this follows. */
  first: ServiceWorker | null,
  { container, timers, reload }: Environment,
): void {
  // The first worker of a visit claims the page silently; only a later one is a new version.
  let hadWorker = container.controller !== null
  let cancel: (() => void) | undefined

  function reloadWhenSaved(): void {
    cancel?.()
    cancel = hasUnsaved() ? undefined : timers.after(READ_MS, reload)
  }

  function becomeOutdated(): void {
    if (isOutdated) return
    isOutdated = true
    notify()
    if (!hasUnsaved()) return reload()
    subscribeUnsaved(reloadWhenSaved)
  }

  container.addEventListener('controllerchange', () => {
    if (hadWorker) becomeOutdated()
    hadWorker = true
  })
  container.addEventListener('message', ({ data }: MessageEvent<WorkerMessage | undefined>) => {
    if (data?.type === 'NEW_VERSION_ACTIVE') becomeOutdated()
  })
  if (first?.state === 'redundant') becomeOutdated()
}

/** Whether this page waits for its forms before it reloads. */
export function useOutdated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOutdated,
    () => false,
  )
}
