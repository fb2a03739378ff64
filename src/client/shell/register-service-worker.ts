/** Without a service worker the guide works as a website. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  import('@/client/shell/app-update').then(({ checkForUpdates }) => checkForUpdates()).catch(() => undefined)
}
