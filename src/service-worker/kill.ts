/**
 * The kill switch. Built in place of the worker (`npm run build -- --kill-worker`), it takes over at once, drops the caches and
 * unregisters itself. It never touches IndexedDB: the outbox is there, and the page goes on delivering it. Nor does it reload
 * pages, in which something may be half-written: they do so themselves when nothing would be lost (`client/shared/pwa/app-update`).
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(unregister(self)))

async function unregister({ caches, registration }: ServiceWorkerGlobalScope): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await registration.unregister()
}
