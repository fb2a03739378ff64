import { PrecacheController, PrecacheRoute, cleanupOutdatedCaches } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { neededHere } from './needed-here'
import type { PrecacheManifest } from './needed-here'
import { createShell } from './shell'
import type { Shell } from './shell'
import { isBackOfficeNavigation, isShellNavigation } from './shell-navigation'

const SHELL = '/index.html'

/** Precaches the public app shell and responds to navigations with it, from the second visit on. */
export function precacheShell(scope: ServiceWorkerGlobalScope, manifest: PrecacheManifest): Shell {
  cleanupOutdatedCaches()
  const precache = new PrecacheController()
  precache.addToCacheList([...neededHere(manifest)])
  const shell = createShell(precache)
  scope.addEventListener('install', (event) => {
    event.waitUntil(
      // The browser drops this version when it rejects; what has arrived stays for the next attempt.
      shell
        .complete({ verifies: true })
        .then((isComplete) =>
          isComplete ? undefined : Promise.reject(new Error('Not all files of the shell have arrived.')),
        ),
    )
  })
  scope.addEventListener('activate', precache.activate)
  // '/' is a page that the server renders, not the shell: only navigations get the shell.
  registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }))
  const toShell = precache.createHandlerBoundToURL(SHELL)
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && request.method === 'GET' && isShellNavigation(url),
    toShell,
  )
  registerRoute(
    ({ request, url }) =>
      request.mode === 'navigate' && request.method === 'GET' && isBackOfficeNavigation(url),
    async (given) => {
      try {
        return await fetch(given.request)
      } catch {
        return toShell(given)
      }
    },
  )
  // Of a profile that is damaged the cache cannot be read.
  setCatchHandler(({ request }) => fetch(request))
  return shell
}
