import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contactForms } from '@/server/database/schema'
import type { Limit } from '@/server/http/limits/limits'
import { solveChallenge } from '@/offline/challenge-solver'
import { isReadable } from '@/offline/outbox/entry'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/app'
import { fakeClock } from '@tests/support/fake-clock'
import { faultyNetwork, serveByInject } from '@tests/support/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline-phone'
import { messageContent } from '@tests/support/outbox-contents'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOKENS = 'POST /api/v1/form-tokens'

/** Without a form token nothing gets through: what arrives had one. */
const TOKENS_ONLY: Limit = { by: 'network', of: 'tokenless', max: 0, windowMs: HOUR }
const PROOFS_ONLY: Limit = { by: 'everyone', max: 0, windowMs: HOUR, beyond: 'proof' }

let app: TestApp
let pressed: TestApp
beforeAll(async () => {
  app = await buildTestApp({ limits: { sendSupportMessage: [TOKENS_ONLY] } })
  pressed = await buildTestApp({ limits: { sendSupportMessage: [PROOFS_ONLY] } })
})
afterEach(() => app.clock.set(TEST_NOW))
afterAll(async () => {
  await app.close()
  await pressed.close()
})

function openPhone(server = app, { solves = false } = {}) {
  const clock = fakeClock(server.clock.nowMs())
  const network = faultyNetwork(serveByInject(server.app))
  const phone = createPhone({
    clock,
    network,
    newId: () => crypto.randomUUID(),
    ...(solves ? { solveChallenge } : {}),
  })
  /** Time for everybody. */
  const pass = (ms: number) => {
    clock.jump(ms)
    server.clock.advance({ seconds: ms / 1000 })
  }
  return { network, phone, pass, tab: phone.openTab() }
}

const arrived = async (message: string, server = app) =>
  (await server.db.select().from(contactForms).where(eq(contactForms.message, message))).length

async function onlyEntry(tab: Tab) {
  const [entry] = await tab.outbox.list()
  if (entry === undefined || !isReadable(entry)) throw new Error('The outbox is empty')
  return entry
}

describe('the form token of a phone', () => {
  it('comes with the sync, and goes with what was written days later without a network', async () => {
    const { tab, phone, network, pass } = openPhone()
    await tab.replicaSync.sync()
    network.setOffline(true)
    pass(9 * DAY)
    await tab.outbox.enqueue(messageContent('Written on the beach'))
    await tab.outbox.deliver()
    network.setOffline(false)
    const worker = phone.openTab({ kind: 'worker' })
    await worker.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
    expect(await arrived('Written on the beach')).toBe(1)
  })

  it('is fetched when a form is opened, once', async () => {
    const { tab, network, pass } = openPhone()
    const draft = await tab.outbox.openDraft('message/new')
    await tab.outbox.formTokens.keepFresh()
    pass(60_000)
    await (await tab.outbox.openDraft('message/new')).discard()
    await draft.submit(messageContent('Written in the form'), undefined)
    await tab.outbox.deliver()
    expect(await arrived('Written in the form')).toBe(1)
    expect(network.log.filter((line) => line === TOKENS)).toHaveLength(1)
  })

  it('is fetched again at a sync when it is a day old, and not before', async () => {
    const { tab, network, pass } = openPhone()
    await tab.replicaSync.sync()
    pass(23 * HOUR)
    await tab.replicaSync.sync()
    expect(network.log.filter((line) => line === TOKENS)).toHaveLength(1)
    pass(2 * HOUR)
    await tab.replicaSync.sync()
    expect(network.log.filter((line) => line === TOKENS)).toHaveLength(2)
  })

  it('that is missing or too old is replaced after a refusal: nothing is lost, and the next try gets through', async () => {
    for (const isOld of [false, true]) {
      const { tab, pass } = openPhone()
      if (isOld) await tab.replicaSync.sync()
      pass(isOld ? 20 * DAY : 0)
      const message = `Refused at first, ${isOld ? 'too old' : 'missing'}`
      await tab.outbox.enqueue(messageContent(message))
      await tab.outbox.deliver()
      expect(await onlyEntry(tab)).toMatchObject({
        state: 'queued',
        attempts: 1,
        lastError: { code: 'TOO_MANY_REQUESTS' },
      })
      pass(2 * HOUR)
      await tab.outbox.deliver()
      expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', attempts: 2 })
      expect(await arrived(message)).toBe(1)
    }
  })
})

describe('a server under pressure', () => {
  it('gets a proof of work with what a phone sends, in the same attempt', async () => {
    const { tab } = openPhone(pressed, { solves: true })
    await tab.outbox.enqueue(messageContent('Worked for'))
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(await arrived('Worked for', pressed)).toBe(1)
  })

  it('loses nothing of a phone that cannot solve: it tries again later', async () => {
    const { tab } = openPhone(pressed)
    await tab.outbox.enqueue(messageContent('Waits'))
    await tab.outbox.deliver()
    const entry = await onlyEntry(tab)
    expect(entry).toMatchObject({ state: 'queued', attempts: 1, lastError: { code: 'PROOF_REQUIRED' } })
    expect(entry.nextAttemptAt).toBeGreaterThanOrEqual(pressed.clock.nowMs() + 60_000)
  })
})
