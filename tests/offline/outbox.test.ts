import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '@/server/http/metrics/metrics'
import { contactForms, events, sessions } from '@/server/platform/database/schema'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { fakeClock } from '@tests/support/server/fake-clock'
import { type Fault, faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { isReadable } from '@/offline/outbox/entry'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent, photoOf } from '@tests/support/offline/outbox-contents'

const MINUTE = 60_000

let app: TestApp
let poster: Uint8Array

beforeAll(async () => {
  app = await buildTestApp()
  poster = await sharp({ create: { width: 90, height: 120, channels: 3, background: '#0b6e8a' } })
    .jpeg()
    .toBuffer()
})

afterEach(() => app.clock.set(TEST_NOW))
afterAll(() => app.close())

function openPhone() {
  const clock = fakeClock(app.clock.nowMs())
  const network = faultyNetwork(serveByInject(app.app))
  const phone = createPhone({ clock, network, newId: () => crypto.randomUUID() })
  return { clock, network, phone, tab: phone.openTab() }
}

const rowsOf = (title: string) => app.db.select().from(events).where(eq(events.title, title))

async function onlyEntry(tab: Tab) {
  const [entry] = await tab.outbox.list()
  if (entry === undefined || !isReadable(entry)) throw new Error('The outbox is empty')
  return entry
}

it('what waited on the phone says for how long, and the server has a figure of it', async () => {
  const metrics = createMetrics({
    pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
    isChannelListening: () => true,
  })
  const measured = await buildTestApp({ beside: app, metrics })
  const clock = fakeClock(app.clock.nowMs())
  const network = faultyNetwork(serveByInject(measured.app))
  const tab = createPhone({ clock, network, newId: () => crypto.randomUUID() }).openTab()
  network.setOffline(true)
  const { id } = await tab.outbox.enqueue(messageContent('Two hours in a tunnel'))
  await tab.outbox.deliver()
  clock.jump(120 * MINUTE)
  network.setOffline(false)
  await tab.outbox.deliver({ networkIsBack: true })
  expect(await onlyEntry(tab)).toMatchObject({ id, state: 'sent' })
  expect(await metrics.text()).toMatch(/guide_outbox_entry_age_seconds_sum\{[^}]*contact-form"\} 7200\n/)
  await measured.close()
})

describe('a submission with its photo', () => {
  it('arrives as it was written, and the receipt names it', async () => {
    const { tab } = openPhone()
    const { id } = await tab.outbox.enqueue(eventContent('Arrives whole'), photoOf(poster))
    const sent = await tab.outbox.settled(id, 8000)
    const [row] = await rowsOf('Arrives whole')
    expect(sent).toMatchObject({ state: 'sent', receipt: { id: row?.id } })
    expect(row).toMatchObject({ status: 'ON_REVIEW', photoWidth: 90, photoHeight: 120, userId: null })
  })

  it.each<(Fault | 'none')[]>([
    ['drop-before'],
    ['drop-after'],
    ['drop-after', 'drop-after', 'drop-before', 'drop-after'],
    ['portal', 'drop-after', 'unavailable'],
    // After a 429 a form token is fetched between.
    ['bad-gateway', 'too-many', 'none', 'drop-after'],
  ])('arrives exactly once, whatever happens on the way: %s %s %s %s', async (...faults) => {
    const { tab, network, clock } = openPhone()
    const title = `Once ${faults.join(' ')}`
    network.next(...faults)
    await tab.outbox.enqueue(eventContent(title), photoOf(poster))
    for (let attempt = 0; attempt <= faults.length; attempt += 1) {
      await tab.outbox.deliver()
      clock.jump(20 * MINUTE)
    }
    expect(await rowsOf(title)).toHaveLength(1)
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'sent',
      attempts: faults.filter((fault) => fault !== 'none').length + 1,
    })
  })

  it('survives when the browser is killed mid-send, and arrives once', async () => {
    const { phone, tab, network, clock } = openPhone()
    network.next('hang-after')
    await tab.outbox.enqueue(eventContent('Killed mid-send'), photoOf(poster))
    await network.whenHanging()
    tab.kill()
    const next = phone.openTab()
    expect(new Uint8Array((await onlyEntry(next)).photo?.bytes ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array(poster),
    )
    clock.jump(20 * MINUTE)
    await next.outbox.deliver()
    expect(await onlyEntry(next)).toMatchObject({ state: 'sent' })
    expect(await rowsOf('Killed mid-send')).toHaveLength(1)
  })

  it('that is broken stays with its content and says what is wrong', async () => {
    const { tab } = openPhone()
    const { id } = await tab.outbox.enqueue(eventContent('Broken photo'), photoOf(new Uint8Array([1, 2, 3])))
    expect(await tab.outbox.settled(id, 8000)).toMatchObject({
      state: 'needs-attention',
      payload: { title: 'Broken photo' },
      lastError: { fields: [{ path: 'photo' }] },
    })
    expect(await rowsOf('Broken photo')).toEqual([])
  })
})

describe('a start time that passed in the outbox', () => {
  it('is not shifted: it needs attention, and the person sends it with another date', async () => {
    const { tab, network, clock } = openPhone()
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(eventContent('Too late', '2026-06-15 12:00:00'))
    await tab.outbox.deliver()
    app.clock.advance({ hours: 3 })
    clock.advance(180 * MINUTE)
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'needs-attention',
      lastError: { fields: [{ path: 'timetable.list.0.start_time', code: 'start_time_past' }] },
    })
    await tab.outbox.replace(id, eventContent('Too late', '2026-06-20 19:00:00'))
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ id, state: 'sent' })
    expect(await rowsOf('Too late')).toHaveLength(1)
  })

  it('does not turn away what had arrived in time', async () => {
    const { tab, network, clock } = openPhone()
    network.next('drop-after')
    await tab.outbox.enqueue(eventContent('Just in time', '2026-06-15 12:00:00'))
    await tab.outbox.deliver()
    app.clock.advance({ hours: 3 })
    clock.advance(180 * MINUTE)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
    expect(await rowsOf('Just in time')).toHaveLength(1)
  })
})

describe('an edit', () => {
  it('after a lost response makes no second submission', async () => {
    const { tab, network } = openPhone()
    network.next('drop-after')
    const { id } = await tab.outbox.enqueue(eventContent('First version'))
    await tab.outbox.deliver()
    await tab.outbox.replace(id, eventContent('Second version'))
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'needs-attention',
      lastError: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    expect(await rowsOf('First version')).toHaveLength(1)
    expect(await rowsOf('Second version')).toHaveLength(0)
  })

  it('after a lost request replaces it', async () => {
    const { tab, network } = openPhone()
    network.next('drop-before')
    const { id } = await tab.outbox.enqueue(eventContent('Lost version'))
    await tab.outbox.deliver()
    await tab.outbox.replace(id, eventContent('Stored version'))
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ id, state: 'sent' })
    expect(await rowsOf('Lost version')).toHaveLength(0)
    expect(await rowsOf('Stored version')).toHaveLength(1)
  })
})

describe('the account', () => {
  it('that wrote it is the one it arrives under, also a day later and through a refresh', async () => {
    const { tab, network, clock } = openPhone()
    const ana = await app.signIn()
    const rui = await app.signIn()
    expect(await tab.session.login(ana.email, ana.password)).toMatchObject({ kind: 'ok' })
    network.setOffline(true)
    await tab.outbox.enqueue(eventContent('Written by Ana'))
    await tab.outbox.deliver()
    await tab.session.logout()
    network.setOffline(false)
    await tab.session.login(rui.email, rui.password)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({ state: 'paused-sign-in', owner: ana.id })
    expect(await rowsOf('Written by Ana')).toEqual([])

    await tab.session.login(ana.email, ana.password)
    await tab.outbox.deliver()
    expect(await rowsOf('Written by Ana')).toMatchObject([{ userId: ana.id }])

    network.setOffline(true)
    await tab.outbox.enqueue(eventContent('Written by Ana later'))
    await tab.outbox.deliver()
    app.clock.advance({ hours: 20 })
    clock.advance(1200 * MINUTE)
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await rowsOf('Written by Ana later')).toMatchObject([{ userId: ana.id }])
  })

  it('has to sign in again when the server has ended its session', async () => {
    const { tab, clock } = openPhone()
    const ana = await app.signIn()
    await tab.session.login(ana.email, ana.password)
    await app.db.delete(sessions).where(eq(sessions.userId, ana.id))
    app.clock.advance({ minutes: 16 })
    clock.jump(16 * MINUTE)
    await tab.outbox.enqueue(eventContent('Session ended'))
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'paused-sign-in',
      payload: { title: 'Session ended' },
    })
    await tab.session.login(ana.email, ana.password)
    await tab.outbox.deliver()
    expect(await rowsOf('Session ended')).toMatchObject([{ userId: ana.id }])
  })
})

describe('a support message', () => {
  it('arrives once from two tabs and the worker', async () => {
    const { phone, tab, network } = openPhone()
    const others = [phone.openTab(), phone.openTab({ kind: 'worker' })]
    network.setOffline(true)
    await tab.outbox.enqueue(messageContent('From the beach'))
    await tab.outbox.deliver()
    network.setOffline(false)
    await Promise.all([tab, ...others].map(({ outbox }) => outbox.deliver({ networkIsBack: true })))
    const rows = await app.db.select().from(contactForms).where(eq(contactForms.message, 'From the beach'))
    expect(rows).toHaveLength(1)
    expect(phone.mostSenders()).toBe(1)
  })
})
