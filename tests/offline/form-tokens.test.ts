import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contactForms } from '@/server/platform/database/schema'
import type { Limit } from '@/server/http/limits/limits'
import { solveChallenge } from '@/offline/api/challenge-solver'
import { deferred } from '@/offline/platform/deferred'
import { isReadable } from '@/offline/outbox/entry'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { messageContent } from '@tests/support/offline/outbox-contents'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOKENS = 'POST /api/v1/form-tokens'

/** The limit lets nothing through without a form token: what arrives had one. */
const TOKENS_ONLY: Limit = { by: 'network', of: 'tokenless', max: 0, windowMs: HOUR }
/** The token has to be an hour old. */
const REGULARS_ONLY: Limit = { by: 'everyone', of: 'newcomers', max: 0, windowMs: HOUR }
const PROOFS_ONLY: Limit = { by: 'everyone', max: 0, windowMs: HOUR, beyond: 'proof' }
const TOKENS_OR_PROOFS: Limit = { ...TOKENS_ONLY, beyond: 'proof' }

let app: TestApp
let flooded: TestApp
let pressed: TestApp
let wary: TestApp
beforeAll(async () => {
  app = await buildTestApp({ limits: { sendSupportMessage: [TOKENS_ONLY] } })
  flooded = await buildTestApp({ limits: { sendSupportMessage: [REGULARS_ONLY] } })
  pressed = await buildTestApp({ limits: { sendSupportMessage: [PROOFS_ONLY] } })
  wary = await buildTestApp({ limits: { sendSupportMessage: [TOKENS_OR_PROOFS] } })
})
afterEach(() => {
  for (const server of [app, flooded, pressed, wary]) server.clock.set(TEST_NOW)
})
afterAll(async () => {
  for (const server of [app, flooded, pressed, wary]) await server.close()
})

interface PhoneOptions {
  solves?: boolean
  /** How far the phone's clock is ahead. */
  aheadMs?: number
  serve?: Serve
}

function openPhone(server = app, { solves = false, aheadMs = 0, serve }: PhoneOptions = {}) {
  const clock = fakeClock(server.clock.nowMs() + aheadMs)
  const network = faultyNetwork(serve ?? serveByInject(server.app))
  const phone = createPhone({
    clock,
    network,
    newId: () => crypto.randomUUID(),
    ...(solves ? { solveChallenge } : {}),
  })
  /** Lets time pass for everybody. */
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

  it('is kept for a week, so that who comes back is known, and then goes on being sent beside the next one', async () => {
    const { tab, network, pass } = openPhone(flooded)
    const fetched = () => network.log.filter((line) => line === TOKENS).length
    for (let day = 0; day < 22; day += 1) {
      await tab.replicaSync.sync()
      const message = `Day ${day}`
      if (day % 3 === 2) {
        await tab.outbox.enqueue(messageContent(message))
        await tab.outbox.deliver()
        expect(await arrived(message, flooded)).toBe(1)
      }
      if (day === 6) expect(fetched()).toBe(1)
      if (day === 7) expect(fetched()).toBe(2)
      pass(DAY)
    }
    expect(fetched()).toBe(4)
  })

  it('is joined by another when half of its uses are gone, which takes over when all are', async () => {
    const { tab, network } = openPhone()
    const write = async (count: number) => {
      for (let number = 0; number < count; number += 1)
        await tab.outbox.enqueue(messageContent('One of many'))
      await tab.outbox.deliver()
      await tab.replicaSync.sync()
      return network.log.filter((line) => line === TOKENS).length
    }
    await tab.replicaSync.sync()
    app.clock.advance({ minutes: 1 })
    expect(await write(4)).toBe(1)
    expect(await write(1)).toBe(2)
    app.clock.advance({ minutes: 1 })
    expect(await write(9)).toBe(2)
    expect(await arrived('One of many')).toBe(14)
  })

  it('that is over is replaced when a form is opened', async () => {
    const served = serveByInject(app.app)
    const isRequested = deferred<void>()
    const { tab, pass } = openPhone(app, {
      serve: (request) => {
        if (app.clock.nowMs() > Date.parse(TEST_NOW)) isRequested.resolve()
        return served(request)
      },
    })
    await tab.replicaSync.sync()
    pass(15 * DAY)
    const draft = await tab.outbox.openDraft('message/new')
    await isRequested.promise
    await tab.outbox.formTokens.keepFresh()
    pass(60_000)
    await draft.submit(messageContent('After the holidays'), undefined)
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it.each([-400, 40])('lasts as long on a phone whose clock is %i days off', async (days) => {
    const { tab, network, pass } = openPhone(app, { aheadMs: days * DAY })
    await tab.replicaSync.sync()
    pass(6 * DAY)
    await tab.replicaSync.sync()
    expect(network.log.filter((line) => line === TOKENS)).toHaveLength(1)
    pass(2 * DAY)
    await tab.replicaSync.sync()
    expect(network.log.filter((line) => line === TOKENS)).toHaveLength(2)
  })

  it('that the server does not know is replaced after a refusal, at most once an hour', async () => {
    const served = serveByInject(app.app)
    let given = 0
    const { tab, network, pass } = openPhone(app, {
      serve: async (request) => {
        if (!request.url.endsWith('/form-tokens') || (given += 1) > 1) return served(request)
        const expires_at = app.clock.nowMs() / 1000 + 14 * 86_400
        return Response.json(
          { data: { token: 'signed with the secret before', expires_at } },
          { status: 201 },
        )
      },
    })
    const fetched = () => network.log.filter((line) => line === TOKENS).length
    await tab.replicaSync.sync()
    await tab.outbox.enqueue(messageContent('After the move'))
    await tab.outbox.deliver()
    expect(fetched()).toBe(1)
    for (const [minutes, tokens] of [
      [30, 1],
      [60, 2],
      [30, 2],
      [60, 2],
    ] as const) {
      pass(minutes * 60_000)
      await tab.outbox.sendNow()
      expect(await onlyEntry(tab)).toMatchObject({ state: 'queued' })
      expect(fetched()).toBe(tokens)
    }
    await tab.outbox.sendNow()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
  })

  it('keeps its age when something else is too much for the server', async () => {
    const { tab, network, pass } = openPhone(flooded)
    await tab.replicaSync.sync()
    pass(2 * HOUR)
    network.next('too-many')
    await tab.outbox.enqueue(messageContent('In a crowded hostel'))
    await tab.outbox.deliver()
    expect(network.log.filter((line) => line === TOKENS)).toHaveLength(2)
    pass(60_000)
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', attempts: 2 })
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

  it('that asks for work for want of a form token gets one at the next try', async () => {
    const { tab, pass } = openPhone(wary)
    await tab.outbox.enqueue(messageContent('Without a token at first'))
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'queued', lastError: { code: 'PROOF_REQUIRED' } })
    pass(2 * HOUR)
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', attempts: 2 })
  })
})
