import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DatabaseDeps } from '@/offline/platform/indexed-db'
import { jobs, pushSubscriptions } from '@/server/platform/database/schema'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { weekly } from '@tests/support/server/timetables'
import { faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { browserPush } from '@tests/support/services/browser-push'
import { startPushReceiver, type PushReceiver } from '@tests/support/services/push-receiver'
import { testWebPush } from '@tests/support/services/web-push'

// A phone, the server and the push service are between the request and the message.

let receiver: PushReceiver
let server: TestApp

beforeAll(async () => {
  receiver = await startPushReceiver()
  server = await buildTestApp({ webPush: testWebPush({ extraOrigin: receiver.origin }) })
})
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.delete(pushSubscriptions)
  await server.db.delete(jobs)
  receiver.received.length = 0
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const DAY = '2026-06-20'

function openPhone(database?: DatabaseDeps) {
  const clock = fakeClock(server.clock.nowMs())
  const network = faultyNetwork(serveByInject(server.app))
  const browser = browserPush(receiver)
  const phone = createPhone({
    clock,
    network,
    newId: () => crypto.randomUUID(),
    browserPush: browser,
    ...(database === undefined ? {} : { database }),
  })
  return { clock, network, browser, phone }
}
const aDate = async () => ({ event_id: await publish(server), day: DAY })
async function runHourBefore() {
  server.clock.set('2026-06-20T17:00:00Z')
  await server.maintenance.run(60_000)
  await server.jobs.runDue()
  return receiver.received.map(({ payload }) => (payload as { reminder: string }).reminder)
}

it('a reminder is known on the device, in every tab, and comes', async () => {
  const { phone } = openPhone()
  const date = await aDate()
  const tab = phone.openTab()
  expect(await (await tab.push.reminders()).set({ ...date, before: ['hour', 'change'] })).toBe('on')
  tab.kill()
  expect(await (await phone.openTab({ kind: 'worker' }).push.reminders()).of(date)).toEqual([
    'hour',
    'change',
  ])
  expect(await runHourBefore()).toEqual(['hour'])
})

it('what is wished or taken back without a network waits, also for another tab, and is sent with it', async () => {
  const { phone, network } = openPhone()
  const [wished, takenBack] = [await aDate(), await aDate()]
  const tab = phone.openTab()
  await (await tab.push.reminders()).set({ ...takenBack, before: ['hour'] })
  network.setOffline(true)
  expect(await (await tab.push.reminders()).set({ ...wished, before: ['evening'] })).toBe('later')
  expect(await (await tab.push.reminders()).set({ ...takenBack, before: [] })).toBe('later')
  tab.kill()
  network.setOffline(false)
  const worker = phone.openTab({ kind: 'worker' })
  expect(await (await worker.push.reminders()).of(takenBack)).toEqual([])
  await worker.push.settle()
  expect(await (await worker.push.reminders()).refresh(wished)).toBe('same')
  expect(await (await worker.push.reminders()).of(wished)).toEqual(['evening'])
  expect(await runHourBefore()).toEqual(['evening'])
})

it('what waits outlives a push service that is away when the network comes back; who asks for one then is told', async () => {
  const { phone, network, browser } = openPhone()
  const [wished, asked] = [await aDate(), await aDate()]
  const { push } = phone.openTab()
  const reminders = await push.reminders()
  network.setOffline(true)
  expect(await reminders.set({ ...wished, before: ['hour'] })).toBe('later')
  network.setOffline(false)
  browser.setBroken(true)
  await push.settle()
  expect(await reminders.of(wished)).toEqual(['hour'])
  expect(await reminders.set({ ...asked, before: ['hour'] })).toBe('failed')
  expect(await reminders.of(asked)).toEqual([])
  browser.setBroken(false)
  await push.settle()
  expect(await runHourBefore()).toEqual(['hour'])
})

it('what is wished is on the device before the network has answered', async () => {
  const { phone, network } = openPhone()
  const date = await aDate()
  const tab = phone.openTab()
  const reminders = await tab.push.reminders()
  network.next('late')
  const hanging = network.whenHanging()
  void reminders.set({ ...date, before: ['hour'] }).catch(() => undefined)
  await hanging
  tab.kill()
  network.release()
  const worker = phone.openTab({ kind: 'worker' })
  expect(await (await worker.push.reminders()).of(date)).toEqual(['hour'])
})

it('a sign-out leaves the reminders, which are the browser’s', async () => {
  const { phone, browser } = openPhone()
  const date = await aDate()
  const page = phone.openTab()
  const { email, password } = await server.signIn()
  await page.session.login(email, password)
  await page.push.registerAccount()
  await (await page.push.reminders()).set({ ...date, before: ['hour'] })
  await page.session.logout()
  await page.push.end()
  expect(browser.endpoint()).toBeDefined()
  expect(await runHourBefore()).toEqual(['hour'])
})

it('a browser that has got another endpoint takes its reminders along when the next is set', async () => {
  const { phone, browser } = openPhone()
  const [first, second] = [await aDate(), await aDate()]
  const page = phone.openTab()
  await (await page.push.reminders()).set({ ...first, before: ['hour'] })
  browser.renew()
  await (await page.push.reminders()).set({ ...second, before: ['hour'] })
  expect(await (await page.push.reminders()).refresh(first)).toBe('same')
  expect(await (await page.push.reminders()).of(first)).toEqual(['hour'])
  expect(await runHourBefore()).toEqual(['hour', 'hour'])
})

it('a subscription that the browser has ended is said to be lost, once', async () => {
  const { phone, browser } = openPhone()
  const date = await aDate()
  const page = phone.openTab()
  await (await page.push.reminders()).set({ ...date, before: ['hour'] })
  browser.renew()
  expect(await (await page.push.reminders()).refresh(date)).toBe('lost')
  expect(await (await page.push.reminders()).of(date)).toEqual([])
  expect(await (await page.push.reminders()).refresh(date)).toBe('same')
})

it('what cannot be is said, and nothing of it stays', async () => {
  const { phone, browser } = openPhone()
  const date = await aDate()
  const page = phone.openTab()
  const reminders = await page.push.reminders()
  expect(await reminders.set({ ...date, day: '2026-06-21', before: ['hour'] })).toBe('missing')
  browser.setBroken(true)
  browser.renew()
  expect(await reminders.set({ ...date, before: ['hour'] })).toBe('failed')
  browser.setBroken(false)
  browser.setAllowed(false)
  expect(await reminders.set({ ...date, before: ['hour'] })).toBe('failed')
  expect(await reminders.of(date)).toEqual([])
  expect(await reminders.of({ ...date, day: '2026-06-21' })).toEqual([])
})

it('has room for fifty dates, of which those that are over count no more', async () => {
  const { phone, clock } = openPhone()
  const event_id = await publish(server, {
    timetable: weekly({ days: [1, 2], from: '2026-06-22', to: '2027-06-21' }),
  })
  const tab = phone.openTab()
  const reminders = await tab.push.reminders()
  await tab.outbox.push.reminders.change(() =>
    Array.from({ length: 50 }, (_, week) => ({
      event_id,
      day: Temporal.PlainDate.from('2026-06-22').add({ weeks: week }).toString(),
      before: ['hour'],
      isPending: false,
    })),
  )
  const one = { event_id, day: '2026-06-30', before: ['hour' as const] }
  expect(await reminders.set(one)).toBe('full')
  clock.advance(9 * 86_400_000)
  server.clock.advance({ seconds: 9 * 86_400 })
  expect(await reminders.set(one)).toBe('on')
})

it('what is changed while an earlier request is on its way stays wished, whatever becomes of that', async () => {
  const { phone, network } = openPhone()
  const date = await aDate()
  const { push } = phone.openTab()
  const reminders = await push.reminders()
  network.next('late', 'drop-before')
  const first = reminders.set({ ...date, before: ['hour'] })
  await network.whenHanging()
  expect(await reminders.set({ ...date, before: ['evening'] })).toBe('later')
  network.release()
  expect(await first).toBe('on')
  expect(await reminders.of(date)).toEqual(['evening'])
  await push.settle()
  expect(await reminders.refresh(date)).toBe('same')
  expect(await reminders.of(date)).toEqual(['evening'])
})

it('on a full device it is turned off at once, or not at all', async () => {
  const { factory, setFull } = fillableStorage()
  const { phone, network } = openPhone({ indexedDB: factory, IDBKeyRange })
  const date = await aDate()
  const reminders = await phone.openTab().push.reminders()
  await reminders.set({ ...date, before: ['hour'] })
  setFull(true)
  network.setOffline(true)
  await expect(reminders.set({ ...date, before: [] })).rejects.toThrow()
  expect(await reminders.of(date)).toEqual(['hour'])
  network.setOffline(false)
  expect(await reminders.set({ ...date, before: [] })).toBe('on')
  expect(await reminders.of(date)).toEqual([])
  expect(await runHourBefore()).toEqual([])
})
