import { clientsClaim } from 'workbox-core'
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing'
import { SETTINGS_PATH, settings, settingsScript } from '@/contract/settings'
import { isPageMessage } from '@/offline/client/worker-messages'

const SHELL = 'index.html'

/** The back office is online only: without a network its addresses get the shell, which says so. */
const BACK_OFFICE = /^\/backoffice(?:[/?]|$)/
/** These navigations are answered by the server: its own addresses, and whatever is a file, such as `/sitemap.xml`. */
const FROM_SERVER = [/^\/(?:api|photos|docs|embed)(?:[/?]|$)/, BACK_OFFICE, /^[^?]*\.[a-z0-9]+(?:\?|$)/i]

/**
 * Precaches the public app shell and responds to navigations with it. A new version takes over when the person agrees. The browser
 * evicts a site as a whole; a file that is missing all the same is fetched, and stored again by its digest, when it is used.
 */
export function serveShell(scope: ServiceWorkerGlobalScope, manifest: PrecacheEntry[]): void {
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
  scope.addEventListener('message', (event) => {
    if (isPageMessage(event.data, 'SKIP_WAITING')) event.waitUntil(scope.skipWaiting())
  })
}
