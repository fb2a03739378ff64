import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '@/contract/accounts/auth'
import { changePassword, getProfile } from '@/contract/accounts/profile'
import type { Reply } from '@/contract/endpoint'
import type { Outcome } from '@/offline/api/next-step'
import { createSessionStore } from '@/offline/session/session-store'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** A phone on which somebody is signed in; its clock and the server's go on together. */
async function signedIn({ aheadMs = 0 } = {}) {
  app.clock.set(TEST_NOW)
  const person = await app.signIn()
  const { email, password } = person
  const clock = fakeClock(app.clock.nowMs() + aheadMs)
  const network = faultyNetwork(serveByInject(app.app))
  const { factory, setFull } = fillableStorage()
  const database = { indexedDB: factory, IDBKeyRange }
  const phone = createPhone({ clock, network, database })
  const tab = phone.openTab()
  await tab.session.login(email, password)
  const pass = (minutes: number) => {
    clock.jump(minutes * MINUTE)
    app.clock.advance({ minutes })
  }
  const refreshes = () => network.log.filter((line) => line.endsWith('/auth/refresh')).length
  return { person, clock, network, phone, tab, pass, setFull, refreshes }
}

const isValid = async (token: string | undefined) =>
  token !== undefined && (await call(app, 'GET', '/profile/me', { token })).status === 200

function sessionOf(changed: Outcome<Reply<typeof changePassword>>): Session {
  if (changed.kind !== 'ok' || changed.data.session === undefined) throw new Error(changed.kind)
  return changed.data.session
}

describe('a session on a phone', () => {
  it('outlives a refresh whose response was lost, for minutes or for days', async () => {
    const { clock, network, tab, pass } = await signedIn()
    for (const minutes of [1, 3 * 24 * 60]) {
      pass(20)
      network.next('hang-after')
      const lost = tab.session.tokens.token()
      await network.whenHanging()
      clock.advance(12_000)
      expect(await lost).toEqual({ kind: 'unreachable' })
      pass(minutes)
      expect(await isValid(await tab.session.accessToken())).toBe(true)
    }
    pass(20)
    expect(await isValid(await tab.session.accessToken())).toBe(true)
  })

  it('ends on the server when the person signs out, a refresh under way included', async () => {
    const { network, tab, pass } = await signedIn()
    pass(20)
    const stored = await tab.session.accessToken()
    pass(20)
    network.next('late')
    const refreshing = tab.session.tokens.token()
    await network.whenHanging()
    await tab.session.logout()
    network.release()
    expect(await refreshing).toEqual({ kind: 'none' })
    expect(await isValid(stored)).toBe(false)
  })

  it.each(['drop-before', 'drop-after', 'hang', 'hang-after', 'portal', 'unavailable'] as const)(
    'is ended on the server after a sign-out whose report met the network’s "%s"',
    async (fault) => {
      const { clock, network, tab, phone } = await signedIn()
      const stored = await tab.session.accessToken()
      network.next(fault)
      await tab.session.logout()
      if (fault.startsWith('hang')) {
        await network.whenHanging()
        clock.advance(31_000)
      }
      await tab.session.reportEndings()
      tab.kill()
      expect(await phone.openTab().session.reportEndings()).toBe(0)
      expect(await isValid(stored)).toBe(false)
    },
  )

  it('that was signed out without a network opens nothing with what the phone still has', async () => {
    const { clock, network, tab, phone } = await signedIn()
    network.setOffline(true)
    await tab.session.logout()
    const store = createSessionStore({ database: phone.database, timers: clock, isPage: false })
    expect(await store.read()).toBeNull()
    // Before there is a network, by which the phone reports it.
    const [digest = ''] = await store.endings()
    network.setOffline(false)
    const refreshed = await call(app, 'POST', '/auth/refresh', { body: { refresh_token: digest } })
    expect(refreshed.status).toBe(401)
    expect(await isValid(digest)).toBe(false)
  })

  it('is refreshed once by two tabs and the worker at once, and all go on', async () => {
    const { phone, tab, pass, refreshes } = await signedIn()
    const all = [tab, phone.openTab(), phone.openTab({ kind: 'worker' })]
    for (let round = 1; round <= 4; round += 1) {
      pass(20)
      const tokens = await Promise.all(all.map(({ session }) => session.accessToken()))
      expect(new Set(tokens).size).toBe(1)
      expect(await isValid(tokens[0])).toBe(true)
      expect(refreshes()).toBe(round)
    }
  })

  it('goes on when a full device can store nothing of what page and worker renew, and ends for both', async () => {
    const { network, phone, tab, pass, setFull, refreshes } = await signedIn()
    const worker = phone.openTab({ kind: 'worker' })
    setFull(true)
    for (let round = 1; round <= 3; round += 1) {
      pass(20)
      for (const { session } of [tab, worker, tab, worker])
        expect(await isValid(await session.accessToken())).toBe(true)
      expect(refreshes(), 'once each, not at every call').toBe(2 * round)
    }
    expect(tab.session.isInMemory()).toBe(false)
    tab.kill()
    setFull(false)
    const again = phone.openTab()
    const token = await again.session.accessToken()
    expect(await worker.session.accessToken()).toBe(token)
    setFull(true)
    pass(20)
    await again.session.accessToken()
    network.next('late')
    await again.session.logout()
    await network.whenHanging()
    expect(await isValid(token), 'after signing out').toBe(false)
    expect(await worker.session.owner()).toBeNull()
  })

  it('of one person never answers for another who signs in meanwhile', async () => {
    const { person, phone, network, tab } = await signedIn()
    const rui = await app.signIn()
    const other = phone.openTab()
    network.next('late')
    const asked = tab.api.call(getProfile, {}, { auth: tab.session.tokensOf(person.id) })
    await network.whenHanging()
    await other.session.login(rui.email, rui.password)
    network.release()
    expect(await asked).toMatchObject({ kind: 'ok', data: { email: person.email } })
    const next = await tab.api.call(getProfile, {}, { auth: tab.session.tokensOf(person.id) })
    expect(next).toMatchObject({ kind: 'refused', code: 'UNAUTHENTICATED' })
    expect(tab.session.current()?.user.email).toBe(rui.email)
  })

  it('that comes late with a new password is ended, if somebody else is signed in by then', async () => {
    const { person, phone, network, tab } = await signedIn()
    const rui = await app.signIn()
    network.next('late')
    const changing = tab.api.call(
      changePassword,
      { body: { old_password: person.password, new_password: 'another wonder 88' } },
      { auth: tab.session.tokensOf(person.id) },
    )
    await network.whenHanging()
    await phone.openTab().session.login(rui.email, rui.password)
    network.release()
    const session = sessionOf(await changing)
    expect(await isValid(session.access_token.token)).toBe(true)
    expect(await tab.session.adopt(session)).toBe(false)
    expect(await tab.session.owner()).toBe(rui.id)
    await tab.session.reportEndings()
    expect(await isValid(session.access_token.token)).toBe(false)
    expect(await isValid(await tab.session.accessToken())).toBe(true)
  })
})
