import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('the kill switch deletes the caches and unregisters, and leaves databases and pages alone', async () => {
  const listeners = new Map<string, (event: unknown) => void>()
  const names = new Set(['precache', 'photos'])
  const done: string[] = []
  const indexedDB = { deleteDatabase: () => done.push('deleted a database') }
  vi.stubGlobal('self', {
    indexedDB,
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: async () => done.push('took over'),
    caches: { keys: async () => [...names], delete: async (name: string) => names.delete(name) },
    registration: { unregister: async () => done.push('unregistered') },
    clients: {
      matchAll: async () => [{ url: '/events', navigate: async (url: string) => done.push(`loaded ${url}`) }],
    },
  })
  vi.stubGlobal('indexedDB', indexedDB)
  await import('./kill')
  for (const type of ['install', 'activate']) {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(type)?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  expect([...names]).toEqual([])
  expect(done).toEqual(['took over', 'unregistered'])
})
