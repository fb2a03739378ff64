import type { QueryClient } from '@tanstack/react-query'
import { registerServiceWorker } from '@/client/shared/pwa/register-service-worker'

/** A module of its own: what the entry itself imports is fetched with the page, and this is not needed that soon. */
export function startWhenIdle(queryClient: QueryClient): void {
  const start = () => {
    import('./background')
      .then(({ startInBackground }) => startInBackground(queryClient))
      // The chunk could not be loaded.
      .catch(() => window.addEventListener('online', start, { once: true }))
  }
  const onIdle = () => {
    registerServiceWorker()
    start()
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(onIdle, { timeout: 4000 })
  else setTimeout(onIdle, 1500)
}
