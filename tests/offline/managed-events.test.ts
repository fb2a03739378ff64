import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { events, proposals } from '@/server/platform/database/schema'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { fakeClock } from '@tests/support/server/fake-clock'
import { type Fault, faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { changeContent, stateContent } from '@tests/support/offline/managed-contents'
import { createPhone } from '@tests/support/offline/offline-phone'
import { photoOf } from '@tests/support/offline/outbox-contents'
import { jpeg } from '@tests/support/server/images'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterEach(() => app.clock.set(TEST_NOW))
afterAll(() => app.close())

function openPhone() {
  const clock = fakeClock(app.clock.nowMs())
  const network = faultyNetwork(serveByInject(app.app))
  return { clock, network, tab: createPhone({ clock, network, newId: () => crypto.randomUUID() }).openTab() }
}

it.each<Fault[]>([['drop-before'], ['drop-after', 'drop-after'], ['portal', 'drop-after', 'unavailable']])(
  'an organiser’s state and proposal arrive exactly once: %s %s %s',
  async (...faults) => {
    const eventId = await publish(app)
    const { tab, network, clock } = openPhone()
    network.next(...faults)
    await tab.outbox.enqueue(changeContent(eventId, 'Moonlight'))
    await tab.outbox.enqueue(stateContent(eventId, 'cancelled', null))
    for (let attempt = 0; attempt <= faults.length; attempt += 1) {
      await tab.outbox.deliver()
      clock.jump(20 * 60_000)
    }
    expect(await tab.outbox.list()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
    const [event] = await app.db.select().from(events).where(eq(events.id, eventId))
    expect(event).toMatchObject({ state: 'cancelled', revision: 3, title: 'Sunset Sessions' })
    const stored = await app.db.select().from(proposals).where(eq(proposals.eventId, eventId))
    expect(stored).toMatchObject([{ content: { title: 'Moonlight' } }])
  },
)

it.each<Fault[]>([['drop-before'], ['drop-after', 'drop-after'], ['portal', 'drop-after', 'unavailable']])(
  'a photo that an organiser proposes arrives exactly once, and is the proposal’s alone: %s %s %s',
  async (...faults) => {
    const eventId = await publish(app)
    const { tab, network, clock } = openPhone()
    network.next(...faults)
    await tab.outbox.enqueue(changeContent(eventId, 'Moonlight'), photoOf(await jpeg('#123456', 90, 120)))
    for (let attempt = 0; attempt <= faults.length; attempt += 1) {
      await tab.outbox.deliver()
      clock.jump(20 * 60_000)
    }
    expect(await tab.outbox.list()).toMatchObject([{ state: 'sent' }])
    const stored = await app.db.select().from(proposals).where(eq(proposals.eventId, eventId))
    expect(stored).toMatchObject([{ content: { title: 'Moonlight', photo: { width: 90, height: 120 } } }])
    const [event] = await app.db.select().from(events).where(eq(events.id, eventId))
    expect(event).toMatchObject({ photoHash: null })
  },
)

it('a change that came too late needs attention, keeps its text, and is sent over the newer version', async () => {
  const eventId = await publish(app)
  await app.db.update(events).set({ revision: 3, editedRevision: 3 }).where(eq(events.id, eventId))
  const { tab } = openPhone()
  const { id } = await tab.outbox.enqueue(changeContent(eventId, 'Late'))
  expect(await tab.outbox.settled(id, 8000)).toMatchObject({
    state: 'needs-attention',
    lastError: { code: 'CONFLICT' },
    payload: { change: { title: 'Late' } },
  })
  const late = changeContent(eventId, 'Late')
  const newer = { ...late, payload: { eventId, change: { ...late.payload.change, revision: 3 } } }
  await tab.outbox.replace(id, newer)
  expect(await tab.outbox.settled(id, 8000)).toMatchObject({ state: 'sent' })
})
