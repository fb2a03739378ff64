import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { Session } from '@/contract/accounts/auth'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'

// What the real server has a part in is in tests/offline/session.test.

const START = Date.UTC(2026, 5, 15)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

function sessionOf(user: string, serial: number, now: number): Session {
  const seconds = Math.floor(now / 1000)
  return {
    access_token: { token: `access-${user}-${serial}`, expires_at: seconds + 900 },
    refresh_token: { token: `refresh-${user}-${serial}`, expires_at: seconds + 30 * 86_400 },
    user: { id: user, email: `${user}@example.com`, name: user, role: 'USER' },
  }
}

/** A server that signs anybody in; until it is replaced, it refuses nobody. */
function setUp({ aheadMs = 0, indexedDB = new IDBFactory() as IDBFactory } = {}) {
  const clock = fakeClock(START + aheadMs)
  const now = () => clock.now() - aheadMs
  let serial = 0
  let user = ''
  let inItsPlace: (() => Response) | undefined
  const serve: Serve = async ({ url, body }) => {
    if (inItsPlace !== undefined) return inItsPlace()
    if (url.endsWith('/auth/logout')) return Response.json({ data: {} })
    serial += 1
    if (url.endsWith('/auth/login')) user = (JSON.parse(body ?? '') as { email: string }).email
    return Response.json({ data: sessionOf(user, serial, now()) })
  }
  const network = faultyNetwork(serve)
  const phone = createPhone({ clock, network, database: { indexedDB, IDBKeyRange } })
  const stored = () => [...phone.storage.values.keys()]
  const refreshes = () => network.log.filter((line) => line.endsWith('/refresh')).length
  const replaceServer = (respond?: () => Response) => (inItsPlace = respond)
  const revoke = () =>
    replaceServer(() => Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 }))
  return { clock, network, phone, stored, refreshes, replaceServer, revoke }
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
  it('stores what rules 3 names and is there again after a restart', async () => {
    const { phone, tab } = await signedIn()
    expect(Object.fromEntries(phone.storage.values)).toEqual({
      access_token: 'access-ana-1',
      refresh_token: 'refresh-ana-1',
      auth_user: JSON.stringify({ id: 'ana', email: 'ana@example.com', name: 'ana', role: 'USER' }),
      access_token_expires_at: String(START / 1000 + 900),
      refresh_token_expires_at: String(START / 1000 + 30 * 86_400),
      token: 'access-ana-1',
    })
    tab.kill()
    const again = phone.openTab()
    expect(again.session.current()?.user.id).toBe('ana')
    await again.session.ready
    expect(again.session.current()?.user.id).toBe('ana')
  })

  it('fails when the reply lacks tokens or user', async () => {
    const { phone, replaceServer } = setUp()
    replaceServer(() => Response.json({ data: { access_token: 'x' } }))
    const tab = phone.openTab()
    expect(await tab.session.login('ana', 'secret')).toMatchObject({
      kind: 'unreachable',
      reason: 'not-ours',
    })
    expect(tab.session.current()).toBeUndefined()
  })

  it('is seen by other tabs and by the worker', async () => {
    const { phone } = setUp()
    const [tab, other, worker] = [phone.openTab(), phone.openTab(), phone.openTab({ kind: 'worker' })]
    const notified = new Promise<void>((resolve) => other.session.subscribe(resolve))
    await tab.session.login('ana', 'secret')
    await notified
    expect(other.session.current()?.user.id).toBe('ana')
    expect(await worker.session.owner()).toBe('ana')
    expect(await worker.session.tokensOf('ana').token()).toEqual({ kind: 'token', token: 'access-ana-1' })
    expect(await worker.session.tokensOf('rui').token()).toEqual({ kind: 'none' })
  })
})

describe('refreshing', () => {
  it('happens by itself, 30 s before the token expires, once for all tabs and the worker', async () => {
    const { phone, clock, tab, refreshes } = await signedIn()
    const before = tab.session.current()
    const all = [tab, phone.openTab(), phone.openTab({ kind: 'worker' })]
    await Promise.all(all.map(({ session }) => session.ready))
    clock.advance(15 * MINUTE - 30_001)
    expect(await tab.session.accessToken()).toBe('access-ana-1')
    clock.advance(1)
    const tokens = await Promise.all(all.map(({ session }) => session.accessToken()))
    expect(tokens).toEqual(['access-ana-2', 'access-ana-2', 'access-ana-2'])
    expect(refreshes()).toBe(1)
    expect(tab.session.current(), 'the same object').toBe(before)
  })

  it('by the worker is taken up by a page that starts later', async () => {
    const { phone, clock, tab } = await signedIn()
    tab.kill()
    clock.jump(20 * MINUTE)
    expect(await phone.openTab({ kind: 'worker' }).session.accessToken()).toBe('access-ana-2')
    expect(await phone.openTab().session.accessToken()).toBe('access-ana-2')
    expect(phone.storage.values.get('refresh_token')).toBe('refresh-ana-2')
  })

  it('that is refused in the worker signs out the pages that are open, and those that are opened later', async () => {
    const { phone, clock, revoke, tab, stored } = await signedIn()
    phone.storage.setItem('ericeira-own-queries', 'what Ana saw')
    revoke()
    clock.jump(20 * MINUTE)
    const worker = phone.openTab({ kind: 'worker' })
    const signedOut = new Promise<void>((resolve) => tab.session.subscribe(resolve))
    expect(await worker.session.tokens.token()).toEqual({ kind: 'none' })
    await signedOut
    expect(tab.session.current()).toBeUndefined()
    expect(stored()).toEqual([])
    const later = phone.openTab()
    await later.session.ready
    expect(later.session.current()).toBeUndefined()
    expect(await worker.session.owner()).toBeNull()
  })

  it.each(['drop-before', 'unavailable', 'too-many', 'portal', 'bad-gateway'] as const)(
    'that fails on the network (%s) does not end the session',
    async (fault) => {
      const { clock, network, tab } = await signedIn()
      clock.jump(20 * MINUTE)
      network.next(fault)
      expect(await tab.session.tokens.token()).toEqual({ kind: 'unreachable' })
      expect(tab.session.current()?.user.id).toBe('ana')
      expect(await tab.session.accessToken()).toBe('access-ana-2')
    },
  )

  it.each([403, 404, 422])(
    'that something before the server refuses (%s) does not end it',
    async (status) => {
      const { clock, replaceServer, tab } = await signedIn()
      clock.jump(20 * MINUTE)
      replaceServer(() => Response.json({ error: { message: 'No route' } }, { status }))
      expect(await tab.session.tokens.token()).toEqual({ kind: 'unreachable' })
      expect(tab.session.current()?.user.id).toBe('ana')
      await tab.session.logout()
      expect(await tab.session.reportEndings(), 'is the server to be told').toBe(1)
      replaceServer()
      expect(await tab.session.reportEndings()).toBe(0)
    },
  )

  it('that fails leaves the old token for its last seconds', async () => {
    const { clock, network, tab } = await signedIn()
    clock.jump(15 * MINUTE - 10_000)
    network.setOffline(true)
    expect(await tab.session.accessToken()).toBe('access-ana-1')
  })

  it('keeps the user where the server says none', async () => {
    const { clock, replaceServer, tab } = await signedIn()
    clock.jump(20 * MINUTE)
    const { user: _, ...tokens } = sessionOf('ana', 2, clock.now())
    replaceServer(() => Response.json({ data: tokens }))
    expect(await tab.session.accessToken()).toBe('access-ana-2')
    expect(tab.session.current()?.user.id).toBe('ana')
  })

  it.each([HOUR, 24 * 365 * HOUR])(
    'is not done before every call by a clock %i ms ahead of a server that says no time',
    async (aheadMs) => {
      const { clock, tab, refreshes } = await signedIn({ aheadMs })
      for (let call = 0; call < 3; call += 1) expect(await tab.session.accessToken()).toBe('access-ana-1')
      clock.jump(20 * MINUTE)
      for (let call = 0; call < 3; call += 1) expect(await tab.session.accessToken()).toBe('access-ana-2')
      expect(refreshes()).toBe(1)
    },
  )
})

describe('signing out', () => {
  // It comes at each moment of what the worker does.
  it.each([0, 1, 2, 3, 4, 6, 8, 12])('%i turns after a refresh came is not undone by it', async (later) => {
    const { phone, clock, network, tab, stored } = await signedIn()
    const worker = phone.openTab({ kind: 'worker' })
    clock.jump(20 * MINUTE)
    network.next('late')
    const refreshing = worker.session.tokens.token()
    await network.whenHanging()
    network.release()
    for (let turn = 0; turn < later; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await Promise.all([refreshing, tab.session.logout()])
    expect(stored()).toEqual([])
    expect(await tab.session.owner()).toBeNull()
    expect(await worker.session.owner()).toBeNull()
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
  it('is written again where a browser has cleared it alone', async () => {
    const { phone, tab, stored } = await signedIn()
    tab.kill()
    phone.storage.values.clear()
    const again = phone.openTab()
    await again.session.ready
    expect(again.session.current()?.user.id).toBe('ana')
    expect(stored()).toHaveLength(6)
  })

  it('is no session without the row, and goes', async () => {
    const { phone, tab, stored } = await signedIn()
    tab.kill()
    phone.database.indexedDB.deleteDatabase('ericeira-session')
    const again = phone.openTab()
    await again.session.ready
    expect(again.session.current()).toBeUndefined()
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
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    expect(tab.session.isInMemory()).toBe(false)
    const seen: unknown[] = []
    tab.session.subscribe(() => seen.push(tab.session.current()))
    await tab.session.resume()
    expect(seen).toEqual([])
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
    const tab = phone.openTab()
    clock.advance(5000)
    await tab.session.login('ana', 'secret')
    expect(tab.session.isInMemory()).toBe(true)
    await tab.session.resume()
    expect(tab.session.current()?.user.id).toBe('ana')
    clock.jump(20 * MINUTE)
    expect(await tab.session.accessToken()).toBe('access-ana-2')
    expect(stored()).toEqual([])
    await tab.session.logout()
    expect(tab.session.isInMemory()).toBe(false)
    expect(await tab.session.owner()).toBeNull()
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
