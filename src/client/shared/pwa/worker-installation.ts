import { backoffMs } from '@/offline/api/backoff'
import type { Timers } from '@/offline/platform/clock'

type Worker = Pick<ServiceWorker, 'state' | 'addEventListener'>

/** The part of the registration of the service worker that is used here. */
interface Registration {
  installing: Worker | null
  waiting: Worker | null
  active: object | null
}

interface InstallationDeps<Registered extends Registration> {
  register: () => Promise<Registered>
  /** Called with another registration each time: the browser drops one whose first worker could not be installed. */
  onRegistered: (registration: Registered) => void
  /** Subscribes to whatever may mean that the network is back. */
  subscribe: (retry: () => void) => void
  timers: Timers
  /** A number in [0, 1). */
  random: () => number
}

export interface WorkerInstallation {
  /** Installs now, unless a worker is installed or an attempt is under way. */
  retry(): void
}

/**
 * Registers the service worker, again and again until a first one is installed: without it nothing opens with no network. What has
 * arrived of its shell stays in the cache, so that each attempt fetches less. Later versions are the browser's to check.
 */
export function installWorker<Registered extends Registration>({
  register,
  onRegistered,
  subscribe,
  timers,
  random,
}: InstallationDeps<Registered>): WorkerInstallation {
  let attempts = 0
  let isUnderWay = false
  let isInstalled = false
  let cancel: (() => void) | undefined

  async function attempt(): Promise<boolean> {
    try {
      const registration = await register()
      onRegistered(registration)
      return registration.active !== null || (await isSuccessful(registration))
    } catch {
      // The script, or what it imports, could not be fetched.
      return false
    }
  }

  async function run(): Promise<void> {
    if (isUnderWay || isInstalled) return
    isUnderWay = true
    cancel?.()
    isInstalled = await attempt()
    isUnderWay = false
    attempts += 1
    if (!isInstalled) cancel = timers.after(backoffMs(attempts, random()), retry)
  }

  const retry = () => void run()
  subscribe(retry)
  retry()
  return { retry }
}

/** Whether the first worker could be installed. */
function isSuccessful({ installing, waiting }: Registration): Promise<boolean> {
  const worker = installing ?? waiting
  return new Promise((resolve) => {
    const settle = () => {
      if (worker === null || worker.state === 'redundant') resolve(false)
      else if (worker.state !== 'installing' && worker.state !== 'parsed') resolve(true)
    }
    worker?.addEventListener('statechange', settle)
    settle()
  })
}
