import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'

// Node 20 has no Temporal; browsers load it when they need it.
await ensureTemporal()

// On a busy machine a page needs longer than the second that is the default, here and in `expect.poll`
// (vite.config.ts). Vitest has no setting for it.
const PATIENCE_MS = 15_000
const { waitFor } = vi
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)

// An unexpected console error fails the test that caused it. A test that expects one clears it: `vi.mocked(console.error).mockClear()`.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  // oxlint-disable-next-line no-console -- it is what is watched, not used
  const calls = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  expect(calls, 'console.error was called').toEqual([])
})

// The files of a worker share its globals: they are what they were when the next begins. What libraries have added stays.
const globals = Object.getOwnPropertyDescriptors(globalThis)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const [name, before] of Object.entries(globals)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, name)
    if (now?.value !== before.value || now?.get !== before.get)
      Reflect.defineProperty(globalThis, name, before)
  }
})

// Timers end with their file: one that starts itself again would go on in those that follow, by their fake clocks too.
const timers = new Set<NodeJS.Timeout>()
const { setTimeout: start } = globalThis
const startUntilEnd = (...args: Parameters<typeof start>) => {
  const timer = start(...args)
  timers.add(timer)
  return timer
}
globalThis.setTimeout = Object.defineProperties(
  startUntilEnd,
  Object.getOwnPropertyDescriptors(start),
) as typeof start
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
})

// Dexie's `liveQuery` listens only where there is an IndexedDB; each test opens its databases in one of its own.
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange
