import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/app'
import { call } from '@tests/support/calls'
import { fakeClock } from '@tests/support/fake-clock'
import { faultyNetwork, serveByInject } from '@tests/support/faulty-network'
import { createPhone } from '@tests/support/offline-phone'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** A phone on which somebody is signed in, on one clock with the server. */
async function signedIn(options: { hasWebLocks?: boolean } = {}) {
  app.clock.set(TEST_NOW)
  const { email, password } = await app.signIn()
  const clock = fakeClock(app.clock.nowMs())
  const network = faultyNetwork(serveByInject(app.app))
  const phone = createPhone({ clock, network, ...options })
  const tab = phone.openTab()
  await tab.session.login(email, password)
  const pass = (minutes: number) => {
    clock.jump(minutes * MINUTE)
    app.clock.advance({ minutes })
  }
  return { clock, network, phone, tab, pass }
}

const isGood = async (token: string | undefined) =>
  token !== undefined && (await call(app, 'GET', '/profile/me', { token })).status === 200

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
      expect(await isGood(await tab.session.accessToken())).toBe(true)
    }
    pass(20)
    expect(await isGood(await tab.session.accessToken())).toBe(true)
  })

  it.each([true, false])('goes on in two tabs that refresh at once (Web Locks: %s)', async (hasWebLocks) => {
    const { phone, tab, pass } = await signedIn({ hasWebLocks })
    const other = phone.openTab()
    await other.session.ready
    for (let round = 0; round < 4; round += 1) {
      pass(20)
      const tokens = await Promise.all([tab, other].map(({ session }) => session.accessToken()))
      for (const token of tokens) expect(await isGood(token)).toBe(true)
    }
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
    expect(await isGood(stored)).toBe(false)
  })
})
