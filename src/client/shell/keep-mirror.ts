import { loadOfflineClient } from './offline-client'

const SYNC_EVERY_MS = 5 * 60_000

/**
 * Mirrors the programme once the page has settled, and brings the mirror up to date when the person comes back to
 * the page or the network does.
 */
export function keepMirror(): void {
  let lastAt = 0
  const sync = (everyMs: number) => {
    if (Date.now() - lastAt < everyMs) return
    lastAt = Date.now()
    loadOfflineClient()
      .then(({ mirror }) => mirror.sync())
      .catch(() => undefined)
  }
  sync(0)
  window.addEventListener('online', () => sync(0))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sync(SYNC_EVERY_MS)
  })
}
