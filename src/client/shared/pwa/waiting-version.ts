import type { Timers } from '@/offline/platform/clock'
import type { PageMessage } from '@/offline/client/worker-messages'

/** An accepted version that does not take over is told again: its worker may have been stopped before it had received it. */
const REPEAT_EVERY_MS = 5000

type Worker = Pick<ServiceWorker, 'addEventListener' | 'postMessage'>

/** The part of the registration of the service worker that is used here. */
export interface Registration extends Pick<EventTarget, 'addEventListener'> {
  installing: Worker | null
  waiting: Worker | null
  active: object | null
}

export interface WaitingVersion {
  /** Whether a new version waits for the person. The first of a visit never does. */
  isReady(): boolean
  /** Called when the person has agreed: whatever waits takes over, also a version that replaces the one that waits now. */
  accept(): void
}

/**
 * Follows the new version of the worker by the registration itself. Every installation counts, also one after another that
 * failed, and one in a page that has installed the first worker.
 */
export function followWaitingVersion(
  registration: Registration,
  { timers, onChange }: { timers: Timers; onChange: () => void },
): WaitingVersion {
  let isAccepted = false
  let cancel: (() => void) | undefined

  const isReady = () => registration.waiting !== null && registration.active !== null

  function takeOver(): void {
    cancel?.()
    // A version that comes after the accepted one waits to be accepted itself.
    isAccepted &&= isReady()
    if (!isAccepted) return
    const message: PageMessage = { type: 'SKIP_WAITING' }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    registration.waiting?.postMessage(message)
    cancel = timers.after(REPEAT_EVERY_MS, takeOver)
  }

  function change(): void {
    takeOver()
    onChange()
  }

  const follow = (worker: Worker | null) => worker?.addEventListener('statechange', change)

  registration.addEventListener('updatefound', () => follow(registration.installing))
  follow(registration.installing)
  follow(registration.waiting)

  return {
    isReady,
    accept() {
      isAccepted = true
      takeOver()
    },
  }
}
