import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import type { Session } from '@/contract/accounts/auth'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { createPhone, type Phone } from '@tests/support/offline/offline-phone'
import { SESSION_KEYS } from './stored-session'
import { tokenDigest } from './session'

const START = Date.UTC(2026, 5, 15)
const MINUTE = 60_000

function sessionOf(user: string, serial: number, now: number): Session {
  const seconds = Math.floor(now / 1000)
  return {
    access_token: { token: `access-${user}-${serial}`, expires_at: seconds + 900 },
    refresh_token: { token: `refresh-${user}-${serial}`, expires_at: seconds + 30 * 86_400 },
    user: { id: user, email: `${user}@example.com`, name: user, role: 'USER' },
  }
}

/** Signs anybody in and rotates refresh tokens as the server does, with 30 s of grace for the last one. */
function setUp({ aheadMs = 0, saysTime = false } = {}) {
  const clock = fakeClock(START + aheadMs)
  let ahead = aheadMs
  const serverNow = () => clock.now() - ahead
  const withTime = (session: Session) =>
    saysTime ? { ...session, server_time: Math.floor(serverNow() / 1000) } : session
  let serial = 0
  let current: Session | undefined
  let replaced: { token: string; at: number } | undefined
  let isRevoked = false
  let inItsPlace: (() => Response) | undefined
  const serve: Serve = async ({ url, body }) => {
    if (inItsPlace !== undefined) return inItsPlace()
    const {
      email,
      refresh_token: used,
      refresh_token_digest: digest,
    } = JSON.parse(body ?? '{}') as {
      email?: string
      refresh_token?: string
      refresh_token_digest?: string
    }
    if (url.endsWith('/auth/logout')) {
      const known = current?.refresh_token.token
      if (known !== undefined && (used === known || digest === (await tokenDigest(known)))) isRevoked = true
      return Response.json({ data: {} })
    }
    serial += 1
    if (url.endsWith('/auth/login')) {
      current = sessionOf(email ?? '', serial, serverNow())
      isRevoked = false
      return Response.json({ data: withTime(current) })
    }
    const isInGrace = used === replaced?.token && serverNow() - (replaced?.at ?? 0) <= 30_000
    const isOver = current !== undefined && current.refresh_token.expires_at * 1000 <= serverNow()
    if (current === undefined || isOver || isRevoked || (used !== current.refresh_token.token && !isInGrace))
      return Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 })
    if (!isInGrace) replaced = { token: current.refresh_token.token, at: serverNow() }
    current = sessionOf(current.user.id, serial, serverNow())
    return Response.json({ data: withTime(current) })
  }
  const network = faultyNetwork(serve)
  const { factory, setFull } = fillableStorage()
  const phone = createPhone({ clock, network, database: { indexedDB: factory, IDBKeyRange } })
  return {
    clock,
    network,
    phone,
    isRevoked: () => isRevoked,
    setFull,
    setAhead(ms: number) {
      ahead = ms
    },
    revoke() {
      isRevoked = true
    },
    /** Something else responds. */
    replaceServer(respond?: () => Response) {
      inItsPlace = respond
    },
  }
}

/** The rows of the session's database. */
async function storedRows(phone: Phone): Promise<string> {
  const database = await new Dexie('ericeira-session', phone.database).open()
  const rows: unknown = await database.table('session').toArray()
  database.close()
  return JSON.stringify(rows)
}

describe('signing in', () => {
  it('stores what rules 3 names and is there again after a restart', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
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
    const clock = fakeClock(START)
    const network = faultyNetwork(async () => Response.json({ data: { access_token: 'x' } }))
    const tab = createPhone({ clock, network }).openTab()
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

  it('returns the same object while the same person is signed in', async () => {
    const { phone, clock } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    const before = tab.session.current()
    clock.advance(20 * MINUTE)
    await tab.session.accessToken()
    expect(tab.session.current()).toBe(before)
  })
})

describe('refreshing', () => {
  it('happens 30 s before the token expires', async () => {
    const { phone, clock, network } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    clock.advance(15 * MINUTE - 30_001)
    expect(await tab.session.accessToken()).toBe('access-ana-1')
    clock.jump(1)
    expect(await tab.session.accessToken()).toBe('access-ana-2')
    expect(network.log.filter((line) => line.endsWith('/refresh'))).toHaveLength(1)
  })

  it('is done once for all tabs and the worker', async () => {
    const { phone, clock, network } = setUp()
    const tabs = [phone.openTab(), phone.openTab(), phone.openTab({ kind: 'worker' })]
    await tabs[0]?.session.login('ana', 'secret')
    clock.jump(20 * MINUTE)
    const tokens = await Promise.all(tabs.map((tab) => tab.session.accessToken()))
    expect(tokens).toEqual(['access-ana-2', 'access-ana-2', 'access-ana-2'])
    expect(network.log.filter((line) => line.endsWith('/refresh'))).toHaveLength(1)
  })

  it('by the worker is taken up by a page that starts later', async () => {
    const { phone, clock } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    tab.kill()
    clock.jump(20 * MINUTE)
    expect(await phone.openTab({ kind: 'worker' }).session.accessToken()).toBe('access-ana-2')
    const again = phone.openTab()
    expect(await again.session.accessToken()).toBe('access-ana-2')
    expect(phone.storage.values.get('refresh_token')).toBe('refresh-ana-2')
  })

  it('that is refused signs out and clears everything', async () => {
    const { phone, clock, revoke } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    revoke()
    clock.jump(20 * MINUTE)
    expect(await tab.session.tokens.token()).toEqual({ kind: 'none' })
    expect(tab.session.current()).toBeUndefined()
    expect([...phone.storage.values.keys()]).toEqual([])
    expect(await phone.openTab({ kind: 'worker' }).session.owner()).toBeNull()
  })

  it('that is refused in the worker signs out the pages that are open, and those that are opened later', async () => {
    const { phone, clock, revoke } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    revoke()
    clock.jump(20 * MINUTE)
    const worker = phone.openTab({ kind: 'worker' })
    const signedOut = new Promise<void>((resolve) => tab.session.subscribe(resolve))
    expect(await worker.session.tokens.token()).toEqual({ kind: 'none' })
    await signedOut
    expect(tab.session.current()).toBeUndefined()
    expect([...phone.storage.values.keys()]).toEqual([])
    const later = phone.openTab()
    await later.session.ready
    expect(later.session.current()).toBeUndefined()
    expect(await worker.session.owner()).toBeNull()
  })

  it.each(['drop-before', 'unavailable', 'too-many', 'portal', 'bad-gateway'] as const)(
    'that fails on the network (%s) does not end the session',
    async (fault) => {
      const { phone, clock, network } = setUp()
      const tab = phone.openTab()
      await tab.session.login('ana', 'secret')
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
      const { phone, clock, replaceServer, isRevoked } = setUp()
      const tab = phone.openTab()
      await tab.session.login('ana', 'secret')
      clock.jump(20 * MINUTE)
      replaceServer(() => Response.json({ error: { message: 'No route' } }, { status }))
      expect(await tab.session.tokens.token()).toEqual({ kind: 'unreachable' })
      expect(tab.session.current()?.user.id).toBe('ana')
      await tab.session.logout()
      expect(await tab.session.reportEndings()).toBe(1)
      replaceServer()
      expect(await tab.session.reportEndings()).toBe(0)
      expect(isRevoked()).toBe(true)
    },
  )

  it('keeps the user where the server says none', async () => {
    const { phone, clock, replaceServer } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    clock.jump(20 * MINUTE)
    const { user: _, ...tokens } = sessionOf('ana', 2, clock.now())
    replaceServer(() => Response.json({ data: tokens }))
    expect(await tab.session.accessToken()).toBe('access-ana-2')
    expect(tab.session.current()?.user.id).toBe('ana')
  })

  it('whose response never comes is aborted while the old token still works', async () => {
    const { phone, clock, network } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    clock.jump(20 * MINUTE)
    network.next('hang-after')
    const token = tab.session.tokens.token()
    await network.whenHanging()
    clock.advance(12_000)
    expect(await token).toEqual({ kind: 'unreachable' })
    clock.jump(15_000)
    expect(await tab.session.accessToken()).toBe('access-ana-3')
  })

  it('that fails leaves the old token for its last seconds', async () => {
    const { phone, clock, network } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    clock.jump(15 * MINUTE - 10_000)
    network.setOffline(true)
    expect(await tab.session.accessToken()).toBe('access-ana-1')
  })

  it('does not bring back a session that was signed out meanwhile', async () => {
    const { phone, clock, network } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    clock.jump(20 * MINUTE)
    network.next('late')
    const token = tab.session.tokens.token()
    await network.whenHanging()
    await tab.session.logout()
    network.release()
    expect(await token).toEqual({ kind: 'none' })
    expect(await tab.session.owner()).toBeNull()
    expect(SESSION_KEYS.filter((key) => phone.storage.values.has(key))).toEqual([])
  })
})

describe('signing out', () => {
  it('ends the session on the server too', async () => {
    const { phone, network, isRevoked } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    await tab.session.logout()
    expect(tab.session.current()).toBeUndefined()
    expect(await tab.session.owner()).toBeNull()
    expect(await tab.session.reportEndings()).toBe(0)
    expect(network.log.filter((line) => line.endsWith('/logout')).length).toBeGreaterThan(0)
    expect(isRevoked()).toBe(true)
  })

  it('without a network tells the server when there is one, and stores no token until then', async () => {
    const { phone, network, isRevoked } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    network.setOffline(true)
    await tab.session.logout()
    expect(tab.session.current()).toBeUndefined()
    expect([...phone.storage.values.keys()]).toEqual([])
    expect(await storedRows(phone)).not.toMatch(/ana|access|refresh/)
    expect(await tab.session.reportEndings()).toBe(1)
    tab.kill()
    network.setOffline(false)
    const next = phone.openTab()
    expect(await next.session.reportEndings()).toBe(0)
    expect(isRevoked()).toBe(true)
    expect(await storedRows(phone)).toBe('[]')
  })

  it('reports a session again whose response was lost', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    network.next('drop-after')
    await tab.session.logout()
    await tab.session.reportEndings()
    expect(await tab.session.reportEndings()).toBe(0)
  })

  it('is seen by another tab when it comes back, even if it was not notified', async () => {
    const { phone } = setUp()
    const [tab, frozen] = [phone.openTab(), phone.openTab()]
    await tab.session.login('ana', 'secret')
    await frozen.session.resume()
    expect(frozen.session.current()?.user.id).toBe('ana')
    phone.notifiers.session.silence()
    await tab.session.logout()
    expect(frozen.session.current()?.user.id).toBe('ana')
    const resumed = frozen.session.resume()
    // The session is gone before anything is awaited: the page is painted next.
    expect(frozen.session.current()).toBeUndefined()
    await resumed
  })

  it('asks the server for nothing when nobody is signed in', async () => {
    const { phone, network } = setUp()
    await phone.openTab().session.logout()
    expect(network.log).toEqual([])
  })
})

describe('signing in while somebody is signed in', () => {
  it('ends the session that it takes the place of', async () => {
    const { phone, network } = setUp()
    const [tab, other] = [phone.openTab(), phone.openTab()]
    await tab.session.login('ana', 'secret')
    await other.session.login('rui', 'secret')
    expect(await other.session.reportEndings()).toBe(0)
    expect(network.log.filter((line) => line.endsWith('/logout')).length).toBeGreaterThan(0)
    expect(await tab.session.owner()).toBe('rui')
    expect(await tab.session.tokensOf('ana').token()).toEqual({ kind: 'none' })
  })
})

describe('a clock that is wrong', () => {
  const HOUR = 60 * MINUTE
  const YEAR = 365 * 24 * HOUR

  it.each([
    [HOUR, true],
    [-HOUR, true],
    [YEAR, true],
    [-YEAR, true],
    [HOUR, false],
    [YEAR, false],
  ])(
    'by %i ms neither signs out nor refreshes before every call (server time: %s)',
    async (aheadMs, saysTime) => {
      const { phone, clock, network } = setUp({ aheadMs, saysTime })
      const tab = phone.openTab()
      await tab.session.login('ana', 'secret')
      const refreshes = () => network.log.filter((line) => line.endsWith('/refresh')).length
      for (let call = 0; call < 3; call += 1) expect(await tab.session.accessToken()).toBe('access-ana-1')
      expect(refreshes()).toBe(0)
      clock.jump(20 * MINUTE)
      for (let call = 0; call < 3; call += 1) expect(await tab.session.accessToken()).toBe('access-ana-2')
      expect(refreshes()).toBe(1)
      expect(tab.session.current()?.user.id).toBe('ana')
    },
  )

  it.each([YEAR, -YEAR])('and is corrected by %i ms does not sign out', async (correctionMs) => {
    const set = setUp({ saysTime: true })
    const tab = set.phone.openTab()
    await tab.session.login('ana', 'secret')
    tab.kill()
    set.clock.jump(correctionMs)
    set.setAhead(correctionMs)
    const again = set.phone.openTab()
    await again.session.ready
    set.clock.jump(20 * MINUTE)
    // The client of the API renews a token that the server refuses in the same way.
    const token = (await again.session.accessToken()) ?? ''
    const renewed = token === 'access-ana-1' ? await again.session.tokens.renew(token) : undefined
    expect(renewed ?? { kind: 'token' }).toMatchObject({ kind: 'token' })
    expect(again.session.current()?.user.id).toBe('ana')
  })

  it('that is set back between two refreshes does not bring the older back', async () => {
    const { phone, clock } = setUp({ saysTime: true })
    const page = phone.openTab()
    await page.session.login('ana', 'secret')
    page.kill()
    clock.jump(20 * MINUTE)
    const worker = phone.openTab({ kind: 'worker' })
    clock.jump(-3 * 24 * HOUR)
    expect(await worker.session.tokens.renew('access-ana-1')).toMatchObject({ kind: 'token' })
    const again = phone.openTab()
    expect(await again.session.accessToken()).toBe('access-ana-2')
    expect(phone.storage.values.get('refresh_token')).toBe('refresh-ana-2')
  })
})

describe('a session that is over', () => {
  it('does not take away the one that was opened meanwhile', async () => {
    const { phone, clock, network, revoke } = setUp()
    const [tab, other] = [phone.openTab(), phone.openTab()]
    await tab.session.login('ana', 'secret')
    clock.jump(20 * MINUTE)
    revoke()
    network.next('late')
    const token = tab.session.tokens.token()
    await network.whenHanging()
    await other.session.login('rui', 'secret')
    network.release()
    expect(await token).toEqual({ kind: 'token', token: 'access-rui-3' })
    expect(await tab.session.owner()).toBe('rui')
    expect(await tab.session.tokensOf('ana').token()).toEqual({ kind: 'none' })
  })
})

describe('restoring', () => {
  it('signs out when both tokens have expired', async () => {
    const { phone, clock } = setUp()
    await phone.openTab().session.login('ana', 'secret')
    clock.jump(31 * 86_400_000)
    const tab = phone.openTab()
    await tab.session.ready
    expect(await tab.session.accessToken()).toBeUndefined()
    expect(tab.session.current()).toBeUndefined()
    expect([...phone.storage.values.keys()]).toEqual([])
  })

  it('needs user, access token and refresh token', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    tab.kill()
    phone.storage.values.delete('refresh_token')
    const again = phone.openTab()
    await again.session.ready
    expect(again.session.current()).toBeUndefined()
  })

  it('works without localStorage', async () => {
    const { phone } = setUp()
    const tab = phone.openTab({ kind: 'worker' })
    await tab.session.login('ana', 'secret')
    const again = phone.openTab({ kind: 'worker' })
    await again.session.ready
    expect(again.session.current()?.user.id).toBe('ana')
  })
})

describe('a device with no room left', () => {
  it('goes on renewing its session, and a worker has no older one that it could use', async () => {
    const { clock, phone, setFull, isRevoked } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'tidal wonder 88')
    setFull(true)
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance(60 * MINUTE)
      const token = await tab.session.accessToken()
      expect(token, 'another one each time').toBe((await phone.openTab().session.accessToken()) ?? '')
      expect(tab.session.current()?.user.id).toBe('ana')
    }
    const worker = phone.openTab({ kind: 'worker' })
    expect(await worker.session.accessToken()).toBeUndefined()
    expect(await worker.session.tokensOf('ana').token()).toEqual({ kind: 'unreachable' })
    expect(await worker.session.isSignedOut(), 'its notifications are shown').toBe(false)
    expect(isRevoked()).toBe(false)
    setFull(false)
    clock.advance(60 * MINUTE)
    expect(await tab.session.accessToken()).toBeDefined()
    expect(await phone.openTab({ kind: 'worker' }).session.accessToken()).toBeDefined()
  })

  it('tells the server that somebody has signed out, also after a renewal', async () => {
    const { clock, phone, setFull, isRevoked } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'tidal wonder 88')
    setFull(true)
    clock.advance(60 * MINUTE)
    await tab.session.accessToken()
    await tab.session.logout()
    await vi.waitFor(() => expect(isRevoked()).toBe(true))
    expect(await phone.openTab({ kind: 'worker' }).session.owner()).toBeNull()
  })

  it('is signed in with what the worker has renewed while there was room', async () => {
    const { clock, phone, setFull } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'tidal wonder 88')
    tab.kill()
    const worker = phone.openTab({ kind: 'worker' })
    for (let renewal = 0; renewal < 2; renewal += 1) {
      clock.jump(60 * MINUTE)
      await worker.session.accessToken()
    }
    setFull(true)
    const again = phone.openTab()
    expect(await again.session.accessToken()).toBe('access-ana-3')
    clock.jump(60 * MINUTE)
    expect(await again.session.accessToken()).toBe('access-ana-4')
  })

  it('has its worker renew the session as often as it needs it, and the page goes on', async () => {
    const { clock, phone, setFull } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'tidal wonder 88')
    tab.kill()
    setFull(true)
    clock.jump(60 * MINUTE)
    const worker = phone.openTab({ kind: 'worker' })
    expect(await worker.session.tokensOf('ana').token()).toMatchObject({ kind: 'token' })
    expect(await worker.session.tokensOf('ana').token()).toMatchObject({ kind: 'token' })
    expect(await phone.openTab().session.accessToken()).toBeDefined()
  })
})
