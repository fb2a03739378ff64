/** The kill switch (`npm run build -- --kill-worker`). It never touches IndexedDB, where the outbox is, and reloads no page. */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(unregister(self)))

async function unregister({ caches, registration }: ServiceWorkerGlobalScope): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await registration.unregister()
}
