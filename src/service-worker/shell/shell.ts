import type { PrecacheController } from 'workbox-precaching'
import { isPageMessage, type ShellReply } from '@/offline/client/worker-messages'

/** Timeout of one file. */
const FILE_TIMEOUT_MS = 60_000

/** The files of the public shell on this device. */
export interface Shell {
  /** Whether all of them are here. */
  isComplete(): Promise<boolean>
  /**
   * Fetches and stores those that are missing, all that arrive; with `verifies` also those that are here with another content than
   * this version's. Resolves with whether all of them are here, and never rejects.
   */
  complete(options?: { verifies: boolean }): Promise<boolean>
}

/**
 * Makes the shell. It stands in place of Workbox's own installation, which ends at the first file that fails, and repairs no other file
 * than one that is asked for.
 */
export function createShell(precache: PrecacheController): Shell {
  const open = () => caches.open(precache.strategy.cacheName)

  async function missing(): Promise<[url: string, cacheKey: string][]> {
    const stored = new Set((await (await open()).keys()).map(({ url }) => url))
    return [...precache.getURLsToCacheKeys()].filter(([, cacheKey]) => !stored.has(cacheKey))
  }

  /** An earlier version may have stored what it did not check. */
  async function dropForeign(): Promise<void> {
    const cache = await open()
    for (const cacheKey of precache.getURLsToCacheKeys().values()) {
      const integrity = precache.getIntegrityForCacheKey(cacheKey)
      const response = integrity === undefined ? undefined : await cache.match(cacheKey)
      if (response !== undefined && (await integrityOf(response)) !== integrity) await cache.delete(cacheKey)
    }
  }

  /** Resolves to false when the network is silent. */
  async function storeMissing(cacheMode: RequestCache): Promise<boolean> {
    const cache = await open()
    for (const [url, cacheKey] of await missing()) {
      const signal = AbortSignal.timeout(FILE_TIMEOUT_MS)
      // Rejects when something else arrives. One file that fails must not hold up the others.
      const storing = fetch(url, {
        integrity: precache.getIntegrityForCacheKey(cacheKey) ?? '',
        cache: cacheMode,
        credentials: 'same-origin',
        redirect: 'error',
        signal,
      }).then((response) => (response.ok ? cache.put(cacheKey, response) : undefined))
      await storing.catch(() => undefined)
      if (signal.aborted) return false
    }
    return true
  }

  async function complete(verifies: boolean): Promise<boolean> {
    if (verifies) await dropForeign()
    // The second time past the browser's cache, where something else may be stored under that address.
    if (await storeMissing('default')) await storeMissing('reload')
    return (await missing()).length === 0
  }

  let running: Promise<boolean> | undefined
  return {
    isComplete: async () => (await missing()).length === 0,
    complete({ verifies } = { verifies: false }) {
      // A pass that is under way may not verify.
      if (running !== undefined && !verifies) return running
      const pass = Promise.resolve(running)
        .then(() => complete(verifies))
        .catch(() => false)
        .finally(() => {
          if (running === pass) running = undefined
        })
      running = pass
      return pass
    },
  }
}

async function integrityOf(response: Response): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

/** Responds to a page that asks whether the shell is wholly here. */
export function reportShell(scope: ServiceWorkerGlobalScope, shell: Shell): void {
  scope.addEventListener('message', (event) => {
    if (!isPageMessage(event.data, 'CHECK_SHELL')) return
    const [port] = event.ports
    const reply = (message: ShellReply) => port?.postMessage(message)
    event.waitUntil(shell.isComplete().then((isComplete) => reply({ isComplete })))
  })
}
