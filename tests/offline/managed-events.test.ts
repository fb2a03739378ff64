import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { keysFrom } from '@/server/http/auth/derived-key'
import { createEventLinks } from '@/server/http/security/event-links'
import { events, proposals } from '@/server/platform/database/schema'
import { TEST_NOW, TEST_SECRET, buildTestApp, type TestApp } from '@tests/support/server/app'
import { update } from '@tests/support/server/back-office'
import { publish } from '@tests/support/server/calls'
import { fakeClock } from '@tests/support/server/fake-clock'
import { type Fault, faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { messageContent, photoOf } from '@tests/support/offline/outbox-contents'
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

const tokenOf = (id: string) =>
  createEventLinks(keysFrom(TEST_SECRET)).manageTokenOf({ id, email: 'ana@example.com' })

function changeOf(eventId: string, title: string, photo?: null) {
  const { photo: _, ...content } = update({ title })
  const change = { ...content, token: tokenOf(eventId), revision: 2, ...(photo === null && { photo }) }
  return { kind: 'updateManagedEvent', payload: { eventId, change } } as const
}

const stateOf = (eventId: string, state: 'cancelled' | null, seen: string | null) =>
  ({
    kind: 'setManagedState',
    payload: { eventId, title: 'Sunset Sessions', said: { token: tokenOf(eventId), state, seen } },
  }) as const

it.each<Fault[]>([['drop-before'], ['drop-after', 'drop-after'], ['portal', 'drop-after', 'unavailable']])(
  'an organiser’s state and proposal arrive exactly once: %s %s %s',
  async (...faults) => {
    const eventId = await publish(app)
    const { tab, network, clock } = openPhone()
    network.next(...faults)
    await tab.outbox.enqueue(changeOf(eventId, 'Moonlight'))
    await tab.outbox.enqueue(stateOf(eventId, 'cancelled', null))
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
    await tab.outbox.enqueue(changeOf(eventId, 'Moonlight'), photoOf(await jpeg('#123456', 90, 120)))
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
  const { id } = await tab.outbox.enqueue(changeOf(eventId, 'Late'))
  expect(await tab.outbox.settled(id, 8000)).toMatchObject({
    state: 'needs-attention',
    lastError: { code: 'CONFLICT' },
    payload: { change: { title: 'Late' } },
  })
  const late = changeOf(eventId, 'Late')
  const newer = { ...late, payload: { eventId, change: { ...late.payload.change, revision: 3 } } }
  await tab.outbox.replace(id, newer)
  expect(await tab.outbox.settled(id, 8000)).toMatchObject({ state: 'sent' })
})

it('is left alone by an older version, which goes on sending what it knows', async () => {
  const { tab } = openPhone()
  const change = await tab.outbox.enqueue(stateOf(crypto.randomUUID(), null, null))
  const message = await tab.outbox.enqueue(messageContent())
  expect([change.schemaVersion, message.schemaVersion]).toEqual([2, 1])
  const eventId = crypto.randomUUID()
  const title = await tab.outbox.enqueue(changeOf(eventId, 'A title'))
  const removal = await tab.outbox.enqueue(changeOf(eventId, 'A title', null))
  expect([title.schemaVersion, removal.schemaVersion]).toEqual([2, 3])
  const edited = await tab.outbox.replace(title.id, changeOf(eventId, 'A title'), photoOf(await jpeg()))
  expect(edited.schemaVersion).toBe(3)
  for (const { id } of [title, removal]) await tab.outbox.discard(id)
  // It is read and written again, and stays what the older version can send.
  await tab.outbox.deliver()
  expect(await tab.outbox.get(message.id)).toMatchObject({ state: 'sent', schemaVersion: 1 })
})
