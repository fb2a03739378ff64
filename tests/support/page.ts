import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// See setup.ts for the reason.
configure({ asyncUtilTimeout: 15_000 })

// happy-dom has `null` where a browser without Web Locks has nothing: a delivery in the background would throw.
if (navigator.locks === null)
  Object.defineProperty(Object.getPrototypeOf(navigator), 'locks', { configurable: true, value: undefined })

// The files of a worker share its page, which saves most of their time. Each begins as a fresh page does: with our
// modules evaluated anew (those of libraries stay), nothing stored, and nobody of an earlier file listening.
vi.resetModules()

// A session that an earlier file is still reading is written into the storage of that file.
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: new Storage() })

// A test that stubs no network has none: a server of the developer's may run at the address of this page.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

const channels = new Set<BroadcastChannel>()
const { BroadcastChannel: Original } = globalThis
globalThis.BroadcastChannel = class extends Original {
  constructor(name: string) {
    super(name)
    channels.add(this)
  }
}

// What a test adds to the navigator hides what the page has there.
const ofNavigator = new Set(Reflect.ownKeys(navigator))
afterEach(() => {
  cleanup()
  for (const name of Reflect.ownKeys(navigator))
    if (!ofNavigator.has(name)) Reflect.deleteProperty(navigator, name)
})

afterAll(async () => {
  // Its outbox watches the storage, and would send what this file has left by the `fetch` of a later one.
  const { loadedOfflineClient } = await vi.importActual<
    typeof import('@/client/shared/offline/offline-client')
  >('@/client/shared/offline/offline-client')
  loadedOfflineClient()?.outbox.close()
  for (const channel of channels) channel.close()
  globalThis.BroadcastChannel = Original
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})
