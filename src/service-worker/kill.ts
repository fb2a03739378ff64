/**
 * The kill switch. Built as a file of its own and served as `/sw.js` in place of the worker, it takes over at once, drops the
 * caches, unregisters itself and loads the open pages from the server. It never touches IndexedDB: the outbox
 * is there, and the page goes on delivering it.
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(unregister(self)))

async function unregister(scope: ServiceWorkerGlobalScope): Promise<void> {
  const names = await scope.caches.keys()
  await Promise.all(names.map((name) => scope.caches.delete(name)))
  await scope.registration.unregister()
  const pages = await scope.clients.matchAll({ type: 'window' })
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => undefined)))
}
