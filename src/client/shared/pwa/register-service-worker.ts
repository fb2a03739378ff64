/** How long a registration waits after a chunk could not be loaded. */
const RETRY_AFTER_MS = 10_000

/** The app works as a website when there is no service worker. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  import('@/client/shared/pwa/app-update').then(
    ({ checkForUpdates }) => checkForUpdates().catch(() => undefined),
    () => setTimeout(registerServiceWorker, RETRY_AFTER_MS),
  )
}
