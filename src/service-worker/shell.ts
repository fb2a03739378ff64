import {
  createHandlerBoundToURL,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { cacheNames, clientsClaim } from 'workbox-core'
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing'
import { isPageMessage } from '@/offline/client/worker-messages'
import type { ShellReply } from '@/offline/client/worker-messages'
import { SETTINGS_PATH, settings, settingsScript } from '@/contract/settings'

const SHELL = 'index.html'
const FILE_TIMEOUT_MS = 60_000

/** The back office is online only: without a network its addresses get the shell, which says so. */
const BACK_OFFICE = /^\/backoffice(?:[/?]|$)/
/** These navigations are answered by the server: its own addresses, and whatever is a file, such as `/sitemap.xml`. */
const FROM_SERVER = [/^\/(?:api|photos|docs|embed)(?:[/?]|$)/, BACK_OFFICE, /^[^?]*\.[a-z0-9]+(?:\?|$)/i]

export interface Shell {
  /** Fetches the files that the system has deleted, until one does not arrive. Resolves with whether all of them are here. */
  repair(): Promise<boolean>
}

/** Precaches the public app shell and responds to navigations with it. A new version takes over when the person agrees. */
export function serveShell(scope: ServiceWorkerGlobalScope, manifest: PrecacheEntry[]): Shell {
  // The browser stores this script with the worker's own and installs a new version when either has changed. The page gets the
  // settings of its version, with no network too.
  scope.importScripts(SETTINGS_PATH)
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === SETTINGS_PATH,
    async () =>
      new Response(settingsScript(settings()), {
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
      }),
  )
  // The page is cached with its headers, whose policy is made of the settings: with others it is another revision.
  const entries = manifest.map((entry) =>
    entry.url === SHELL ? { ...entry, revision: `${entry.revision} ${JSON.stringify(settings())}` } : entry,
  )
  // '/' is no file of the shell: only navigations get the shell there.
  precacheAndRoute(entries, { directoryIndex: '', cleanURLs: false })
  const toShell = createHandlerBoundToURL(SHELL)
  registerRoute(new NavigationRoute(toShell, { denylist: FROM_SERVER }))
  registerRoute(
    new NavigationRoute((given) => fetch(given.request).catch(() => toShell(given)), {
      allowlist: [BACK_OFFICE],
    }),
  )
  // The caches of a damaged profile cannot be read.
  setCatchHandler(({ request }) => fetch(request))
  clientsClaim()

  async function missing(): Promise<PrecacheEntry[]> {
    const found = await Promise.all(
      entries.map(async (entry) => (await matchPrecache(entry.url)) !== undefined),
    )
    return entries.filter((_, index) => found[index] !== true)
  }

  async function fetchMissing(): Promise<void> {
    const cache = await caches.open(cacheNames.precache)
    for (const { url, integrity = '' } of await missing()) {
      const response = await fetch(url, { integrity, signal: AbortSignal.timeout(FILE_TIMEOUT_MS) })
      if (!response.ok) return
      await cache.put(getCacheKeyForURL(url) ?? url, response)
    }
  }

  const isComplete = () =>
    missing().then(
      ({ length }) => length === 0,
      () => false,
    )

  scope.addEventListener('message', (event) => {
    if (isPageMessage(event.data, 'SKIP_WAITING')) event.waitUntil(scope.skipWaiting())
    if (!isPageMessage(event.data, 'CHECK_SHELL')) return
    const reply = (message: ShellReply) => event.ports[0]?.postMessage(message)
    event.waitUntil(isComplete().then((isWhole) => reply({ isComplete: isWhole })))
  })

  return {
    async repair() {
      await fetchMissing().catch(() => undefined)
      return isComplete()
    },
  }
}
