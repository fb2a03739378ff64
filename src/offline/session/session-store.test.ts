import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { Session } from '@/contract/accounts/auth'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { memoryStorage } from '@tests/support/offline/offline-phone'
import { deferred } from '@/offline/platform/deferred'
import { createSessionStore } from './session-store'

const emptyDatabase = () => ({ indexedDB: new IDBFactory(), IDBKeyRange })

function throws(): never {
  throw new DOMException('Forbidden', 'SecurityError')
}

function sessionOf(serial: number): Session {
  return {
    access_token: { token: `access-${serial}`, expires_at: 1_800_000_000 + serial },
    refresh_token: { token: `refresh-${serial}`, expires_at: 1_900_000_000 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
}

async function signedIn() {
  const database = emptyDatabase()
  const storage = memoryStorage()
  const store = createSessionStore({ storage, database })
  await store.write(sessionOf(1))
  return { store, storage, database, worker: createSessionStore({ database }) }
}

/** Lets the other side get on by so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

// The sign-out comes at each moment of what the other side does.
describe.each(Array.from({ length: 8 }, (_, turn) => turn))('signing out %i turns later', (later) => {
  it('is not undone by a refresh that is being stored', async () => {
    const { store, storage, worker } = await signedIn()
    const refreshed = store.replace('refresh-1', sessionOf(2))
    await turns(later)
    await Promise.all([refreshed, store.clear()])
    expect([...storage.values.keys()]).toEqual([])
    expect(await store.read()).toBeUndefined()
    expect(await worker.read()).toBeUndefined()
  })
})

it('is not brought back by a tab that sees the sign-out of another one late', async () => {
  const { store, storage, database, worker } = await signedIn()
  const view = memoryStorage()
  for (const [key, value] of storage.values) view.values.set(key, value)
  const written: string[] = []
  const late = createSessionStore({
    storage: { ...view, setItem: (key, value) => void written.push(`${key}: ${value}`) },
    database,
  })
  await store.clear()
  expect(await late.read()).toEqual(sessionOf(1))
  expect(written).toEqual([])
  view.values.clear()
  expect(await late.read()).toBeUndefined()
  expect(await worker.read()).toBeUndefined()
})

describe('a session that the worker has ended', () => {
  it('is not brought back by a page, which clears what it has of it', async () => {
    const { store, storage, worker } = await signedIn()
    await worker.replace('refresh-1', sessionOf(2))
    expect(await worker.replace('refresh-2', undefined)).toBe(true)
    expect(await worker.read()).toBeUndefined()
    expect(await store.read()).toBeUndefined()
    expect([...storage.values.keys()]).toEqual([])
    expect(await worker.read()).toBeUndefined()
  })

  it('gives way to the next', async () => {
    const { store, worker } = await signedIn()
    await worker.replace('refresh-1', undefined)
    await store.write(sessionOf(3))
    expect(await store.read()).toEqual(sessionOf(3))
    expect(await worker.read()).toEqual(sessionOf(3))
  })
})

describe('a session of which a part is damaged', () => {
  it.each(['access_token', 'refresh_token', 'auth_user'])(
    'is over when %s is gone, and nothing of it is left',
    async (key) => {
      const { store, storage, worker } = await signedIn()
      storage.removeItem(key)
      storage.setItem('ericeira-own-queries', 'what Ana saw')
      expect(await store.read()).toBeUndefined()
      expect([...storage.values.keys()]).toEqual([])
      expect(await worker.read()).toBeUndefined()
    },
  )

  it.each(['{"id":"ana"}', 'not JSON', '[]', 'null'])('is over when its user is %s', async (user) => {
    const { store, storage } = await signedIn()
    storage.setItem('auth_user', user)
    expect(await store.read()).toBeUndefined()
    expect([...storage.values.keys()]).toEqual([])
  })

  it.each(['', 'soon', 'NaN', 'Infinity'])('is refreshed when it expires at "%s"', async (when) => {
    const { storage } = await signedIn()
    storage.setItem('access_token_expires_at', when)
    // The database is another device's: only what localStorage has is here.
    const store = createSessionStore({ storage, database: emptyDatabase() })
    expect((await store.read())?.access_token).toEqual({ token: 'access-1', expires_at: 0 })
  })

  it('is restored when only the database is damaged', async () => {
    const { storage } = await signedIn()
    const store = createSessionStore({ storage, database: emptyDatabase() })
    expect((await store.read())?.user.id).toBe('ana')
  })
})

describe('what is stored beside a session', () => {
  it('goes with it', async () => {
    const { store, storage } = await signedIn()
    storage.setItem('ericeira-own-queries', 'what Ana saw')
    await store.clear()
    expect([...storage.values.keys()]).toEqual([])
  })

  it('goes when somebody else signs in, and stays when it is refreshed', async () => {
    const { store, storage } = await signedIn()
    storage.setItem('ericeira-own-queries', 'what Ana saw')
    await store.replace('refresh-1', sessionOf(2))
    expect(storage.getItem('ericeira-own-queries')).toBe('what Ana saw')
    await store.write({ ...sessionOf(3), user: { ...sessionOf(3).user, id: 'rui' } })
    expect(storage.getItem('ericeira-own-queries')).toBeNull()
  })
})

describe('where storage is forbidden', () => {
  const forbidden = { getItem: throws, setItem: throws, removeItem: throws }
  const full = () => ({ ...memoryStorage(), setItem: throws })
  const noDatabase = { indexedDB: { open: throws } as unknown as IDBFactory, IDBKeyRange }

  it.each([
    ['localStorage', false, () => createSessionStore({ storage: forbidden, database: emptyDatabase() })],
    ['room in localStorage', false, () => createSessionStore({ storage: full(), database: emptyDatabase() })],
    ['IndexedDB', false, () => createSessionStore({ storage: memoryStorage(), database: noDatabase })],
    ['either', true, () => createSessionStore({ storage: forbidden, database: noDatabase })],
    ['room in either', true, () => createSessionStore({ storage: full(), database: noDatabase })],
  ])('without %s a session is there, is refreshed, and ends', async (_, isInMemory, create) => {
    const store = create()
    expect(store.isInMemory()).toBe(false)
    await store.write(sessionOf(1))
    expect(store.isInMemory(), 'ends with the page').toBe(isInMemory)
    expect((await store.read())?.user.id).toBe('ana')
    expect(await store.replace('refresh-1', sessionOf(2))).toBe(true)
    expect((await store.read())?.access_token.token).toBe('access-2')
    expect(await store.replace('refresh-1', undefined)).toBe(false)
    await store.clear()
    expect(await store.read()).toBeUndefined()
    expect(store.isInMemory()).toBe(false)
  })
})

it.each([
  ['refuses `localStorage`', true],
  ['has no room in `localStorage`, either', false],
])('on a full device that %s is renewed as long as the page lives, and ends', async (_, isRefused) => {
  const { factory, setFull } = fillableStorage()
  const storage = isRefused ? { getItem: throws, setItem: throws, removeItem: throws } : memoryStorage()
  const store = createSessionStore({ storage, database: { indexedDB: factory, IDBKeyRange } })
  await store.write(sessionOf(1))
  setFull(true)
  storage.setItem = throws
  for (const serial of [1, 2, 3]) {
    expect(await store.replace(`refresh-${serial}`, sessionOf(serial + 1))).toBe(true)
    expect(await store.read()).toEqual(sessionOf(serial + 1))
  }
  await store.clear()
  expect(await store.read()).toBeUndefined()
})

it('of two sessions that are written at once, the later knows the one that it takes the place of', async () => {
  const { store, worker } = await signedIn()
  const replaced = await Promise.all([store.write(sessionOf(2)), worker.write(sessionOf(3))])
  const tokens = replaced.map((session) => session?.refresh_token.token)
  expect(new Set(tokens).size).toBe(2)
  expect(tokens).toContain(sessionOf(1).refresh_token.token)
})

it('takes the place of one that another tab wrote, also before its `localStorage` is seen here', async () => {
  const { database } = await signedIn()
  const late = createSessionStore({ storage: memoryStorage(), database })
  expect(await late.write(sessionOf(2))).toEqual(sessionOf(1))
})

it('a tab that does not see another one’s sign-in yet leaves it alone', async () => {
  const { store, database, worker } = await signedIn()
  const view = memoryStorage()
  const late = createSessionStore({ storage: view, database })
  await store.clear()
  expect(await late.read()).toBeUndefined()
  await store.write(sessionOf(2))
  expect(await late.read()).toBeUndefined()
  expect(await worker.read()).toEqual(sessionOf(2))
})

const unresponsive = () => Object.assign(new IDBFactory(), { open: () => ({}) as IDBOpenDBRequest })

describe('where the database is silent', () => {
  it('the session is that of `localStorage`, and only the first step waits long', async () => {
    const clock = fakeClock(0)
    const storage = memoryStorage()
    const store = createSessionStore({
      storage,
      database: { indexedDB: unresponsive(), IDBKeyRange },
      timers: clock,
    })
    const written = store.write(sessionOf(1))
    clock.advance(5000)
    await written
    const read = store.read()
    clock.advance(250)
    expect(await read).toEqual(sessionOf(1))
    expect(store.isInMemory()).toBe(false)
  })

  it('a sign-out is one for the worker too as soon as it responds', async () => {
    const clock = fakeClock(0)
    const { database, storage, worker } = await signedIn()
    const store = createSessionStore({ storage, database, timers: clock })
    const raw = new Dexie('ericeira-session', database)
    await raw.open()
    const isBlocked = deferred<undefined>()
    const end = deferred<undefined>()
    const blocking = raw.transaction('rw', raw.table('session'), async () => {
      await raw.table('session').count()
      isBlocked.resolve(undefined)
      await Dexie.waitFor(end.promise)
    })
    await isBlocked.promise
    const written = store.write(sessionOf(2))
    clock.advance(5000)
    await written
    const cleared = store.clear()
    clock.advance(250)
    await cleared
    end.resolve(undefined)
    await blocking
    expect(await worker.read()).toBeUndefined()
    expect(await store.read()).toBeUndefined()
    expect([...storage.values.keys()]).toEqual([])
    raw.close()
  })
})

it('in a worker is not taken for ended where it cannot be read', async () => {
  const { store, worker } = await signedIn()
  expect(await worker.owner()).toBe('ana')
  await store.clear()
  expect(await worker.owner()).toBeNull()
  const indexedDB = Object.assign(new IDBFactory(), { open: throws })
  expect(await createSessionStore({ database: { indexedDB, IDBKeyRange } }).owner()).toBeUndefined()
})

it('in a page is nobody’s where the database cannot be read and nobody is signed in', async () => {
  const indexedDB = Object.assign(new IDBFactory(), { open: throws })
  const store = createSessionStore({ storage: memoryStorage(), database: { indexedDB, IDBKeyRange } })
  expect(await store.owner()).toBeNull()
})
