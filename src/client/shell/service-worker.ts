/** Called once by the browser's entry, after the page has settled. Without a worker the guide works as a website. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  import('./app-update').then(({ watchForUpdates }) => watchForUpdates()).catch(() => undefined)
}
