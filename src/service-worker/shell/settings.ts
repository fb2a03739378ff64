import { SETTINGS_PATH, settings, settingsScript } from '@/contract/settings'
import type { PrecacheManifest } from './needed-here'

/**
 * Imports the settings. The browser stores the script with the worker's own, and installs a new version of both when either has
 * changed. Where it cannot be fetched this throws, and nothing is installed until the next check: a worker that was installed
 * without a script can never import it later.
 */
export function importSettings(scope: ServiceWorkerGlobalScope): void {
  scope.importScripts(SETTINGS_PATH)
  // The app shell asks for them: it gets those of its own version, with no network.
  scope.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url)
    if (origin !== scope.location.origin || pathname !== SETTINGS_PATH) return
    const headers = { 'content-type': 'text/javascript; charset=utf-8' }
    event.respondWith(new Response(settingsScript(settings()), { headers }))
  })
}

/**
 * Pages are cached with their headers, whose policy is made of the settings: with other settings the same page is another revision.
 * Otherwise a shell that was cached before there was a maps key would never load Google's script.
 */
export function revisedBySettings(manifest: PrecacheManifest): PrecacheManifest {
  return manifest.map((entry) =>
    typeof entry === 'string' || !entry.url.endsWith('.html')
      ? entry
      : { ...entry, revision: `${entry.revision} ${JSON.stringify(settings())}` },
  )
}
