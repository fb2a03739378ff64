import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { events, sessions } from '@/server/platform/database/schema'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { eventContent, messageContent, photoOf } from '@tests/support/offline/outbox-contents'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { fakeClock } from '@tests/support/server/fake-clock'
import { type Content, createDevice, type Tab } from './walk/device'

// What the walk cannot look for, because the server's word on one entry is what counts, and what it once found.

const HOUR = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterEach(() => app.clock.set(TEST_NOW))
afterAll(() => app.close())

function openDevice(server = app) {
  const clock = fakeClock(server.clock.nowMs())
  const network = faultyNetwork(serveByInject(server.app))
  const disk = fillableStorage()
  const device = createDevice({ clock, network, random: () => 0, disk })
  return { clock, network, disk, device, tab: device.open() }
}

const rowsOf = (title: string) => app.db.select().from(events).where(eq(events.title, title))

async function accepted(submitted: ReturnType<Tab['submit']>): Promise<string> {
  const outcome = await submitted
  if (outcome.says !== 'accepted') throw new Error(outcome.says)
  return outcome.id
}

async function onlyEntry(tab: Tab) {
  const [entry] = await tab.entries()
  return entry
}

async function formWith(tab: Tab, content: Content) {
  const form = await tab.openForm()
  form.type(content)
  await form.pause()
  return form
}

it('what waited on the phone says for how long, and the server has a figure of it', async () => {
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  const measured = await buildTestApp({ beside: app, pool })
  const { tab, clock, network } = openDevice(measured)
  network.setOffline(true)
  await accepted(tab.submit(messageContent('Two hours in a tunnel')))
  await tab.deliver()
  clock.jump(2 * HOUR)
  network.setOffline(false)
  await tab.deliver(true)
  expect(await measured.metrics?.text()).toMatch(
    /guide_outbox_entry_age_seconds_sum\{[^}]*contact-form"\} 7200\n/,
  )
  await measured.close()
})

describe('what the server refuses stays with its content, and says what is wrong', () => {
  it('a photo that is broken', async () => {
    const { tab } = openDevice()
    await accepted(tab.submit(eventContent('Broken photo'), photoOf(new Uint8Array([1, 2, 3]))))
    await tab.deliver()
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'needs-attention',
      content: { payload: { title: 'Broken photo' } },
      error: { fields: [{ path: 'photo' }] },
    })
  })

  it('a start that passed while it waited: it is not shifted, and is sent with another date', async () => {
    const { tab, network, clock } = openDevice()
    network.setOffline(true)
    const id = await accepted(tab.submit(eventContent('Too late', '2026-06-15 12:00:00')))
    await tab.deliver()
    app.clock.advance({ hours: 3 })
    clock.advance(3 * HOUR)
    network.setOffline(false)
    await tab.deliver(true)
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'needs-attention',
      error: { fields: [{ path: 'timetable.list.0.start_time', code: 'start_time_past' }] },
    })
    expect(await accepted(tab.submit(eventContent('Too late'), undefined, id))).toBe(id)
    await tab.deliver()
    expect(await rowsOf('Too late')).toHaveLength(1)
  })

  it('an edit of what had arrived after all: the first version stays', async () => {
    const { tab, network } = openDevice()
    network.next('drop-after')
    const id = await accepted(tab.submit(eventContent('First version')))
    await tab.deliver()
    await accepted(tab.submit(eventContent('Second version'), undefined, id))
    await tab.deliver()
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'needs-attention',
      error: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    expect(await rowsOf('First version')).toHaveLength(1)
    expect(await rowsOf('Second version')).toHaveLength(0)
  })
})

describe('the account', () => {
  it('has to sign in again when the server has ended its session', async () => {
    const { tab, clock } = openDevice()
    const ana = await app.signIn()
    await tab.signIn(ana.email, ana.password)
    await app.db.delete(sessions).where(eq(sessions.userId, ana.id))
    app.clock.advance({ hours: 1 })
    clock.jump(HOUR)
    await accepted(tab.submit(eventContent('Session ended')))
    await tab.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'paused-sign-in' })
    await tab.signIn(ana.email, ana.password)
    await tab.deliver()
    expect(await rowsOf('Session ended')).toMatchObject([{ userId: ana.id }])
  })
})

describe('what the walk once found', () => {
  it('three tabs that show one draft make one submission, also after an attempt to send it', async () => {
    const { device, tab, network } = openDevice()
    const text = eventContent('One draft')
    await formWith(tab, text)
    const forms = [await device.open().openForm(), await device.open().openForm()]
    network.next('drop-before')
    const said = []
    for (const form of forms) {
      said.push((await form.submit(text)).says)
      await tab.deliver()
    }
    expect(said).toEqual(['accepted', 'already'])
    await tab.deliver(true)
    expect(await rowsOf('One draft')).toHaveLength(1)
  })

  it('a text that is only on the screen is a draft of its own once another tab has submitted the draft', async () => {
    const { device, tab } = openDevice()
    await formWith(tab, eventContent('Shown in two tabs'))
    const first = await device.open().openForm()
    const second = await device.open().openForm()
    await first.submit(eventContent('Shown in two tabs'))
    second.type(eventContent('Typed in the second'))
    await second.submit(eventContent('Typed in the second'))
    const texts = [...(await tab.drafts()), ...(await tab.entries())].map(({ content }) => content.payload)
    expect(texts).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ title: 'Typed in the second' })]),
    )
  })

  it('what is sent at once for want of room leaves no draft, and what is written next is another submission', async () => {
    const { disk, tab } = openDevice()
    const form = await formWith(tab, eventContent('No room'))
    disk.setFull(true)
    expect(await form.submit(eventContent('No room'))).toMatchObject({ says: 'accepted' })
    disk.setFull(false)
    const next = await tab.openForm()
    expect(next.restored).toBeUndefined()
    await next.submit(eventContent('Room again'))
    await tab.deliver()
    expect(await rowsOf('No room')).toHaveLength(1)
    expect(await rowsOf('Room again')).toHaveLength(1)
  })
})
