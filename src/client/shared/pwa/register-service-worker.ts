/** After a chunk could not be loaded. */
const RETRY_AFTER_MS = 10_000

/** Without a service worker the app works as a website. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  import('@/client/shared/pwa/app-update').then(
    ({ checkForUpdates }) => checkForUpdates().catch(() => undefined),
    () => setTimeout(registerServiceWorker, RETRY_AFTER_MS),
  )
}
