import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { neededHere } from './needed-here'
import type { PrecacheManifest } from './needed-here'
import { isBackOfficeNavigation, isShellNavigation } from './shell-navigation'

const SHELL = '/index.html'

/** Precaches the public app shell and responds to navigations with it, from the second visit on. */
export function precacheShell(manifest: PrecacheManifest): void {
  cleanupOutdatedCaches()
  // '/' is a page that the server renders, not the shell: only navigations get the shell.
  precacheAndRoute(neededHere(manifest), { directoryIndex: '', cleanURLs: false })
  const toShell = createHandlerBoundToURL(SHELL)
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
}
