import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'

// The tests with the real server are in tests/offline/session.test.

const START = Date.UTC(2026, 5, 15)
const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

/** Anybody is signed in, by a server without a clock in its replies; a refresh does not say whose it is. */
function setUp({ aheadMs = 0, indexedDB = new IDBFactory() as IDBFactory } = {}) {
  const clock = fakeClock(START + aheadMs)
  let serial = 0
  let inItsPlace: (() => Response) | undefined
  const network = faultyNetwork(async ({ url, body }) => {
    if (inItsPlace !== undefined) return inItsPlace()
    if (url.endsWith('/auth/logout')) return Response.json({ data: {} })
    serial += 1
    const { email: id } = JSON.parse(body ?? '') as { email?: string }
    const seconds = Math.floor((clock.now() - aheadMs) / 1000)
    const data = {
      access_token: { token: `access-${serial}`, expires_at: seconds + 900 },
      refresh_token: { token: `refresh-${serial}`, expires_at: seconds + 30 * 86_400 },
      ...(id !== undefined && { user: { id, email: `${id}@example.com`, name: id, role: 'USER' } }),
    }
    return Response.json({ data })
  })
  const phone = createPhone({ clock, network, database: { indexedDB, IDBKeyRange } })
  return {
    clock,
    network,
    phone,
    stored: () => [...phone.storage.values.keys()],
    refreshes: () => network.log.filter((line) => line.endsWith('/refresh')).length,
    replaceServer(respond?: () => Response) {
      inItsPlace = respond
    },
  }
}

async function signedIn(options?: Parameters<typeof setUp>[0]) {
  const set = setUp(options)
  const tab = set.phone.openTab()
  await tab.session.login('ana', 'secret')
  return { ...set, tab }
}

const fullLocalStorage = { setItem: throws }
const noLocalStorage = { getItem: throws, setItem: throws, removeItem: throws }
const noDatabase = () => Object.assign(new IDBFactory(), { open: throws })
const silentDatabase = () => Object.assign(new IDBFactory(), { open: () => ({}) as IDBOpenDBRequest })

function throws(): never {
  throw new DOMException('Forbidden', 'SecurityError')
}

describe('signing in', () => {
  it('stores what rules 3 names and is there again at once after a restart', async () => {
    const { phone, tab } = await signedIn()
    expect(Object.fromEntries(phone.storage.values)).toEqual({
      access_token: 'access-1',
      refresh_token: 'refresh-1',
      auth_user: JSON.stringify({ id: 'ana', email: 'ana@example.com', name: 'ana', role: 'USER' }),
      access_token_expires_at: String(START / 1000 + 900),
      refresh_token_expires_at: String(START / 1000 + 30 * 86_400),
      token: 'access-1',
    })
    tab.kill()
    expect(phone.openTab().session.current()?.user.id).toBe('ana')
  })
})

describe('refreshing', () => {
  it.each([0, YEAR])(
    'happens by itself, 30 s before the token expires, by a clock %i ms ahead',
    async (aheadMs) => {
      const { clock, tab, refreshes } = await signedIn({ aheadMs })
      const before = tab.session.current()
      // The server does not say how long a token lives that seems to have expired: five minutes are assumed.
      clock.advance((aheadMs === 0 ? 15 : 5) * MINUTE - 30_001)
      for (let call = 0; call < 3; call += 1) expect(await tab.session.accessToken()).toBe('access-1')
      clock.advance(1)
      for (let call = 0; call < 3; call += 1) expect(await tab.session.accessToken()).toBe('access-2')
      expect(refreshes()).toBe(1)
      expect(tab.session.current(), 'the same object').toBe(before)
    },
  )

  it('that is refused in the worker signs out the pages that are open, and clears all of it', async () => {
    const { phone, clock, replaceServer, tab, stored } = await signedIn()
    phone.storage.setItem('ericeira-own-queries', 'what Ana saw')
    replaceServer(() => Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 }))
    clock.jump(20 * MINUTE)
    const signedOut = new Promise<void>((resolve) => tab.session.subscribe(resolve))
    expect(await phone.openTab({ kind: 'worker' }).session.tokens.token()).toEqual({ kind: 'none' })
    await signedOut
    expect(tab.session.current()).toBeUndefined()
    expect(stored()).toEqual([])
    expect(await phone.openTab().session.owner()).toBeNull()
  })

  it.each(['drop-before', 'unavailable', 'too-many', 'portal', 'bad-gateway'] as const)(
    'that fails on the network (%s) does not end the session',
    async (fault) => {
      const { clock, network, tab } = await signedIn()
      clock.jump(15 * MINUTE - 10_000)
      network.next(fault, fault)
      expect(await tab.session.accessToken(), 'for its last seconds').toBe('access-1')
      clock.jump(10_000)
      expect(await tab.session.tokens.token()).toEqual({ kind: 'unreachable' })
      expect(await tab.session.accessToken()).toBe('access-2')
    },
  )

  it.each([403, 404, 422])(
    'that something before the server refuses (%s) does not end it',
    async (status) => {
      const { clock, replaceServer, tab } = await signedIn()
      clock.jump(20 * MINUTE)
      replaceServer(() => Response.json({ error: { message: 'No route' } }, { status }))
      expect(await tab.session.tokens.token()).toEqual({ kind: 'unreachable' })
      await tab.session.logout()
      expect(await tab.session.reportEndings(), 'is the server to be told').toBe(1)
      replaceServer()
      expect(await tab.session.reportEndings()).toBe(0)
    },
  )
})

describe('signing out', () => {
  // It comes at each moment of what the worker does.
  it.each([0, 2, 6, 12])('is not undone by a refresh that came %i turns before', async (turns) => {
    const { phone, clock, network, tab, stored } = await signedIn()
    const worker = phone.openTab({ kind: 'worker' })
    clock.jump(20 * MINUTE)
    network.next('late')
    const refreshing = worker.session.tokens.token()
    await network.whenHanging()
    network.release()
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await Promise.all([refreshing, tab.session.logout()])
    expect(stored()).toEqual([])
    for (const { session } of [tab, worker]) expect(await session.owner()).toBeNull()
  })

  it('is seen by another tab when it comes back, even if it was not notified', async () => {
    const { phone, tab } = await signedIn()
    const frozen = phone.openTab()
    await frozen.session.ready
    phone.notifiers.session.silence()
    await tab.session.logout()
    expect(frozen.session.current()?.user.id).toBe('ana')
    const resumed = frozen.session.resume()
    // The session is gone before anything is awaited: the page is painted next.
    expect(frozen.session.current()).toBeUndefined()
    await resumed
  })
})

describe('the copy in `localStorage`', () => {
  it('is written again where a browser has cleared it alone, and is nothing without the row', async () => {
    const { phone, tab, stored } = await signedIn()
    tab.kill()
    phone.storage.values.clear()
    const again = phone.openTab()
    expect(await again.session.owner()).toBe('ana')
    expect(stored()).toHaveLength(6)
    again.kill()
    phone.database.indexedDB.deleteDatabase('ericeira-session')
    expect(await phone.openTab().session.owner()).toBeNull()
    expect(stored()).toEqual([])
  })

  it('and what its user saw go when somebody else signs in, not with a refresh', async () => {
    const { phone, clock, tab } = await signedIn()
    phone.storage.setItem('ericeira-own-queries', 'what Ana saw')
    clock.jump(20 * MINUTE)
    await tab.session.accessToken()
    expect(phone.storage.getItem('ericeira-own-queries')).toBe('what Ana saw')
    await tab.session.login('rui', 'secret')
    expect(phone.storage.getItem('ericeira-own-queries')).toBeNull()
  })

  it.each([
    ['forbidden', noLocalStorage],
    ['full', fullLocalStorage],
  ])('is not needed where that is %s', async (_, localStorage) => {
    const { phone, stored } = setUp()
    Object.assign(phone.storage, localStorage)
    const { session } = phone.openTab()
    await session.login('ana', 'secret')
    session.subscribe(() => expect.unreachable('nobody signs out'))
    await session.resume()
    expect(session.isInMemory()).toBe(false)
    expect(stored()).toEqual([])
    expect(await phone.openTab().session.owner()).toBe('ana')
  })
})

describe('where IndexedDB', () => {
  it.each([
    ['is forbidden', noDatabase, {}],
    ['and localStorage are forbidden', noDatabase, noLocalStorage],
    ['does not respond', silentDatabase, {}],
  ])('%s, the session lives in the page, which knows it', async (_, database, localStorage) => {
    const { phone, clock, stored } = setUp({ indexedDB: database() })
    Object.assign(phone.storage, localStorage)
    const { session } = phone.openTab()
    clock.advance(5000)
    await session.login('ana', 'secret')
    expect(session.isInMemory()).toBe(true)
    await session.resume()
    clock.jump(20 * MINUTE)
    expect(await session.accessToken()).toBe('access-2')
    expect(session.current()?.user.id).toBe('ana')
    expect(stored()).toEqual([])
    await session.logout()
    expect(session.isInMemory()).toBe(false)
    expect(await session.owner()).toBeNull()
  })

  it('is full, a sign-in takes the place of the one before in the page alone, until there is room', async () => {
    const { factory, setFull } = fillableStorage()
    const { phone, clock, tab, stored } = await signedIn({ indexedDB: factory })
    setFull(true)
    await tab.session.login('rui', 'secret')
    expect(tab.session.isInMemory()).toBe(true)
    expect(await tab.session.owner()).toBe('rui')
    expect(stored()).toEqual([])
    expect(await phone.openTab({ kind: 'worker' }).session.owner()).toBeNull()
    setFull(false)
    clock.jump(20 * MINUTE)
    await tab.session.accessToken()
    expect(tab.session.isInMemory()).toBe(false)
    expect(await phone.openTab().session.owner()).toBe('rui')
  })

  it('cannot be read by the worker, it takes nobody for signed out', async () => {
    const { session } = setUp({ indexedDB: noDatabase() }).phone.openTab({ kind: 'worker' })
    await expect(session.owner()).rejects.toThrow('cannot be read')
    expect(await session.isSignedOut(), 'its notifications are shown').toBe(false)
    expect(await session.tokensOf('ana').token()).toEqual({ kind: 'unreachable' })
  })
})
