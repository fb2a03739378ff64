import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resumePush } from '@/offline/page/page-offline-client'
import { jobs, pushSubscriptions } from '@/server/platform/database/schema'
import { buildTestApp, TEST_NOW, testWebPush, type SignedIn, type TestApp } from '@tests/support/server/app'
import { runReviewJobs } from '@tests/support/server/back-office'
import { browserPush } from '@tests/support/services/browser-push'
import { publish, review, submit } from '@tests/support/server/calls'
import { fakeClock } from '@tests/support/server/fake-clock'
import { weekly } from '@tests/support/server/timetables'
import { faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { startPushReceiver, type PushReceiver } from '@tests/support/services/push-receiver'

// A phone, the server and the push service are between the wish and the message.

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

function openPhone() {
  const clock = fakeClock(server.clock.nowMs())
  const network = faultyNetwork(serveByInject(server.app))
  const browser = browserPush(receiver)
  const phone = createPhone({
    clock,
    network,
    newId: () => crypto.randomUUID(),
    browserPush: browser,
  })
  const openWorker = () => phone.openTab({ kind: 'worker' })
  return { clock, network, browser, openPage: () => phone.openTab(), openWorker }
}

/** The page of a visitor who has sent an event. */
async function sent({ openPage }: ReturnType<typeof openPhone>) {
  const page = openPage()
  const { id } = await page.outbox.enqueue(eventContent())
  await page.outbox.settled(id, 8000)
  return { page, id, eventId: await eventIdOf(page, id) }
}

async function eventIdOf({ outbox }: Tab, id: string): Promise<string> {
  const entry = await outbox.get(id)
  return entry !== undefined && 'receipt' in entry ? (entry.receipt?.id ?? '') : ''
}

async function approve(...ids: string[]): Promise<void> {
  for (const id of ids) expect((await review(server, id, { action: 'approve' })).status).toBe(200)
  await runReviewJobs(server)
}

const ownEvent = ({ token, email }: SignedIn) => submit(server, { email }, { token })
/** The events whose review was told, in the order of their ids. */
const told = () =>
  receiver.received.map(({ payload }) => (payload as { event_id: string }).event_id).toSorted()
const signIn = ({ session }: Tab, { email, password }: SignedIn) => session.login(email, password)

/** Starts a page as a browser does. The returned function resolves when that work has been done the next time. */
function startPage({ push, session }: Tab) {
  const waiting: { work: string; resolve: () => void }[] = []
  const followed = (work: 'resumeAccount' | 'settle' | 'end') => async () => {
    await push[work]()
    for (const one of waiting.splice(0)) {
      if (one.work === work) one.resolve()
      else waiting.push(one)
    }
  }
  const [resumeAccount, settle, end] = [followed('resumeAccount'), followed('settle'), followed('end')]
  resumePush({ session, push: { resumeAccount, settle, end } })
  return (work: string) => new Promise<void>((resolve) => waiting.push({ work, resolve }))
}

/** A page on which the person is signed in and notified. */
async function signedIn({ openPage }: ReturnType<typeof openPhone>, person: SignedIn) {
  const page = openPage()
  const done = startPage(page)
  await done('settle')
  const after = async (work: string, act: () => Promise<unknown>) => {
    const isDone = done(work)
    await act()
    await isDone
  }
  const signInAs = (one: SignedIn) => after('resumeAccount', () => signIn(page, one))
  await signInAs(person)
  return { page, done, signInAs, signOut: () => after('end', () => page.session.logout()) }
}

describe('a visitor', () => {
  it('who wants it offline is told, though the page was closed before the event was sent', async () => {
    const phone = openPhone()
    phone.network.setOffline(true)
    const page = phone.openPage()
    const { id } = await page.outbox.enqueue(eventContent())
    expect(await page.push.want(id)).toBe('later')
    page.kill()
    phone.network.setOffline(false)
    const worker = phone.openWorker()
    await worker.outbox.deliver({ networkIsBack: true })
    const eventId = await eventIdOf(worker, id)
    await approve(eventId)
    expect(told()).toEqual([eventId])
  })

  it('whose event was reviewed meanwhile, or whose browser cannot, is told so, and the wish is over', async () => {
    const phone = openPhone()
    const { page, id, eventId } = await sent(phone)
    phone.browser.state.isBroken = true
    expect(await page.push.want(id)).toBe('failed')
    phone.browser.state.isBroken = false
    await approve(eventId)
    expect(await page.push.want(id)).toBe('failed')
    expect(await page.outbox.get(id)).not.toHaveProperty('wantsPush')
  })

  it.each(['none', 'drop-before', 'drop-after'] as const)(
    'is told at a new endpoint of the browser, also when its registration meets the network’s "%s"',
    async (fault) => {
      const phone = openPhone()
      const { page, id, eventId } = await sent(phone)
      await page.push.want(id)
      page.kill()
      phone.browser.renew()
      phone.network.next('none', fault)
      const worker = phone.openWorker()
      await worker.push.settleReplaced()
      worker.kill()
      await phone.openWorker().outbox.deliver()
      await approve(eventId)
      expect(told()).toEqual([eventId])
    },
  )
})

describe('somebody with an account', () => {
  it('is told of all their submissions, and of none once they have signed out, without a network, too', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    const { page, signInAs, signOut } = await signedIn(phone, maria)
    expect(await page.push.isAccountRegistered()).toBe(true)
    const [first, second] = [await ownEvent(maria), await ownEvent(maria)]
    await approve(first)
    await signOut()
    expect([phone.browser.endpoint(), await page.push.isAccountRegistered()]).toEqual([undefined, false])
    await approve(second)
    await signInAs(maria)
    phone.network.setOffline(true)
    await signOut()
    expect(phone.browser.endpoint()).toBeUndefined()
    expect(told()).toEqual([first])
  })

  it('ends nothing of what visitors on this device wait for by signing out', async () => {
    const phone = openPhone()
    const { page, id, eventId } = await sent(phone)
    await page.push.want(id)
    page.kill()
    const maria = await server.signIn()
    const tab = await signedIn(phone, maria)
    const hers = await ownEvent(maria)
    await tab.signOut()
    await tab.page.session.reportEndings()
    phone.network.setOffline(true)
    const waiting = await tab.page.outbox.enqueue(eventContent())
    await tab.page.push.want(waiting.id)
    await tab.page.push.end()
    phone.network.setOffline(false)
    await tab.page.outbox.deliver({ networkIsBack: true })
    const second = await eventIdOf(tab.page, waiting.id)
    await approve(eventId, hers, second)
    expect(told()).toEqual([eventId, second].toSorted())
  })

  it('is registered after a sign-in, quietly, and only where they allow it', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    phone.browser.state.isAllowed = false
    const { signInAs, page } = await signedIn(phone, maria)
    expect(phone.browser.endpoint()).toBeUndefined()
    phone.browser.state.isAllowed = true
    // Without signing out.
    for (const _ of [1, 2]) await signInAs(maria)
    await page.session.reportEndings()
    const id = await ownEvent(maria)
    await approve(id)
    expect(told()).toEqual([id])
  })

  it.each(['subscription', 'keys'])(
    'is told again after a start when the server has lost its %s',
    async (lost) => {
      const phone = openPhone()
      const maria = await server.signIn()
      const { page } = await signedIn(phone, maria)
      page.kill()
      await server.db.delete(pushSubscriptions)
      if (lost === 'keys') {
        const manager = await phone.browser.pushManager()
        await manager.subscribe({ userVisibleOnly: true, applicationServerKey: 'AAAA' })
      }
      await startPage(phone.openPage())('settle')
      const id = await ownEvent(maria)
      await approve(id)
      expect(told()).toEqual([id])
    },
  )

  it('whose browser does not answer waits for it for five seconds only, and can sign in again', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    const { page, done, signInAs } = await signedIn(phone, maria)
    phone.browser.state.isHanging = true
    const ended = done('end')
    const begun = phone.browser.whenEnding()
    await page.session.logout()
    await begun
    phone.clock.advance(5000)
    await ended
    await signInAs(maria)
    expect(await page.push.isAccountRegistered()).toBe(true)
  })
})

const aDate = async () => ({ event_id: await publish(server), day: '2026-06-20' })
async function runHourBefore() {
  server.clock.set('2026-06-20T17:00:00Z')
  await server.maintenance.run(60_000)
  await server.jobs.runDue()
  return receiver.received.map(({ payload }) => (payload as { reminder: string }).reminder)
}

describe('a reminder', () => {
  it('is known on the device, in every tab, and comes', async () => {
    const { openPage, openWorker } = openPhone()
    const date = await aDate()
    const page = openPage()
    expect(await page.push.reminders.set({ ...date, before: ['hour', 'change'] })).toBe('on')
    page.kill()
    expect(await openWorker().push.reminders.of(date)).toEqual(['hour', 'change'])
    expect(await runHourBefore()).toEqual(['hour'])
  })

  it('that is set or taken back without a network waits, also for another tab, and is sent with it', async () => {
    const { openPage, openWorker, network } = openPhone()
    const [set, takenBack] = [await aDate(), await aDate()]
    const page = openPage()
    const reminders = page.push.reminders
    await reminders.set({ ...takenBack, before: ['hour'] })
    network.setOffline(true)
    expect(await reminders.set({ ...set, before: ['evening'] })).toBe('later')
    expect(await reminders.set({ ...takenBack, before: [] })).toBe('later')
    page.kill()
    network.setOffline(false)
    const worker = openWorker()
    const there = worker.push.reminders
    expect(await there.of(takenBack)).toEqual([])
    await worker.push.settle()
    expect([await there.refresh(set), await there.of(set)]).toEqual(['same', ['evening']])
    expect(await runHourBefore()).toEqual(['evening'])
  })

  it('that waits outlives a push service that is away when the network comes back; who sets one then is told', async () => {
    const { openPage, network, browser } = openPhone()
    const [waiting, asked] = [await aDate(), await aDate()]
    const page = openPage()
    const reminders = page.push.reminders
    network.setOffline(true)
    await reminders.set({ ...waiting, before: ['hour'] })
    network.setOffline(false)
    browser.state.isBroken = true
    await page.push.settle()
    expect(await reminders.of(waiting)).toEqual(['hour'])
    expect(await reminders.set({ ...asked, before: ['hour'] })).toBe('failed')
    expect(await reminders.set({ ...asked, day: '2026-06-21', before: ['hour'] })).toBe('failed')
    browser.state.isBroken = false
    expect(await reminders.set({ ...asked, day: '2026-06-21', before: ['hour'] })).toBe('missing')
    for (const day of ['2026-06-20', '2026-06-21']) expect(await reminders.of({ ...asked, day })).toEqual([])
    await page.push.settle()
    expect(await runHourBefore()).toEqual(['hour'])
  })

  it('goes along to another endpoint of the browser when the next is set, and is lost when none is', async () => {
    const { openPage, browser } = openPhone()
    const [first, second] = [await aDate(), await aDate()]
    const reminders = openPage().push.reminders
    await reminders.set({ ...first, before: ['hour'] })
    browser.renew()
    await reminders.set({ ...second, before: ['hour'] })
    expect([await reminders.refresh(first), await reminders.of(first)]).toEqual(['same', ['hour']])
    expect(await runHourBefore()).toEqual(['hour', 'hour'])
    browser.renew()
    expect([await reminders.refresh(first), await reminders.of(first)]).toEqual(['lost', []])
    expect(await reminders.refresh(first)).toBe('same')
  })

  it('has room beside 49 other dates, of which those that are over count no more', async () => {
    const { openPage, clock } = openPhone()
    const timetable = weekly({ days: [1, 2], from: '2026-06-22', to: '2027-06-21' })
    const event_id = await publish(server, { timetable })
    const page = openPage()
    const reminders = page.push.reminders
    const days = Array.from({ length: 50 }, (_, weeks) =>
      Temporal.PlainDate.from('2026-06-22').add({ weeks }),
    )
    await page.outbox.push.change(() => ({
      reminders: days.map((day) => ({ event_id, day: day.toString(), before: ['hour'], isPending: false })),
    }))
    const one = { event_id, day: '2026-06-30', before: ['hour' as const] }
    expect(await reminders.set(one)).toBe('full')
    clock.advance(9 * 86_400_000)
    server.clock.advance({ days: 9 })
    expect(await reminders.set(one)).toBe('on')
  })
})
