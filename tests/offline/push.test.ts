import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteAccount } from '@/contract/accounts/profile'
import { resumePush } from '@/offline/page/page-offline-client'
import { pushSubscriptions } from '@/server/platform/database/schema'
import { buildTestApp, TEST_NOW, type SignedIn, type TestApp } from '@tests/support/server/app'
import { runReviewJobs } from '@tests/support/server/back-office'
import { browserPush } from '@tests/support/services/browser-push'
import { review, submit } from '@tests/support/server/calls'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent } from '@tests/support/offline/outbox-contents'
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
  return { clock, network, browser, phone }
}

type Phone = ReturnType<typeof openPhone>

async function send({ phone }: Phone) {
  const page = phone.openTab()
  const { id } = await page.outbox.enqueue(eventContent())
  const entry = await page.outbox.settled(id, 8000)
  const eventId = 'receipt' in entry ? entry.receipt?.id : undefined
  return { page, id, eventId: eventId ?? '' }
}

async function approve(id: string): Promise<void> {
  expect((await review(server, id, { action: 'approve' })).status).toBe(200)
  await runReviewJobs(server)
}

const ownEvent = ({ token, email }: SignedIn) => submit(server, { email }, { token })
const notifiedEvents = () =>
  receiver.received.map(({ payload }) => (payload as { event_id: string }).event_id)
const eventIdOf = async (page: Awaited<ReturnType<typeof send>>['page'], id: string) => {
  const entry = await page.outbox.get(id)
  return entry !== undefined && 'receipt' in entry ? (entry.receipt?.id ?? '') : ''
}
const signIn = (page: Tab, { email, password }: SignedIn) => page.session.login(email, password)

type Work = 'resumeAccount' | 'settle' | 'end'

/** Starts a page as a browser does. The returned function resolves when that work has been done the next time. */
function startPage(page: Tab) {
  const waiting: { work: Work; resolve: () => void }[] = []
  const followed = (work: Work) => async () => {
    await page.push[work]()
    for (const one of waiting.splice(0)) {
      if (one.work === work) one.resolve()
      else waiting.push(one)
    }
  }
  resumePush({
    session: page.session,
    push: {
      resumeAccount: followed('resumeAccount'),
      settle: followed('settle'),
      end: followed('end'),
    },
  })
  return (work: Work) => new Promise<void>((resolve) => waiting.push({ work, resolve }))
}

/** A page on which the person is signed in and notified. */
async function signedInPage(phone: Phone, person: SignedIn) {
  const page = phone.phone.openTab()
  const done = startPage(page)
  await done('settle')
  const resumed = done('resumeAccount')
  await signIn(page, person)
  await resumed
  return { page, done }
}

async function signOut({ page, done }: Awaited<ReturnType<typeof signedInPage>>): Promise<void> {
  const ended = done('end')
  await page.session.logout()
  await ended
}

describe('a visitor', () => {
  it('who wants it after sending is told of that submission', async () => {
    const { page, id, eventId } = await send(openPhone())
    expect(await page.push.want(id)).toBe('on')
    await approve(eventId)
    expect(notifiedEvents()).toEqual([eventId])
  })

  it('who wants it offline is told, though the page was closed before the event was sent', async () => {
    const phone = openPhone()
    phone.network.setOffline(true)
    const page = phone.phone.openTab()
    const { id } = await page.outbox.enqueue(eventContent())
    expect(await page.push.want(id)).toBe('later')
    page.kill()
    phone.network.setOffline(false)
    const worker = phone.phone.openTab({ kind: 'worker' })
    await worker.outbox.deliver({ networkIsBack: true })
    const eventId = await eventIdOf(worker, id)
    await approve(eventId)
    expect(notifiedEvents()).toEqual([eventId])
  })

  it('is told though the registration was lost on the way: the wish stays until the server has it', async () => {
    const phone = openPhone()
    const { page, id, eventId } = await send(phone)
    phone.network.next('none', 'drop-before')
    expect(await page.push.want(id)).toBe('later')
    page.kill()
    await phone.phone.openTab({ kind: 'worker' }).outbox.deliver()
    await approve(eventId)
    expect(notifiedEvents()).toEqual([eventId])
  })

  it('whose event was reviewed meanwhile is told so, and the wish is over', async () => {
    const { page, id, eventId } = await send(openPhone())
    await approve(eventId)
    expect(await page.push.want(id)).toBe('failed')
    expect(await page.outbox.get(id)).not.toHaveProperty('wantsPush')
  })

  it('whose browser cannot subscribe is told so, and nothing is left of it', async () => {
    const phone = openPhone()
    phone.browser.setBroken(true)
    const { page, id } = await send(phone)
    expect(await page.push.want(id)).toBe('failed')
    expect(await page.outbox.get(id)).not.toHaveProperty('wantsPush')
  })

  it('who discards the event takes the wish along', async () => {
    const phone = openPhone()
    phone.network.setOffline(true)
    const page = phone.phone.openTab()
    const { id } = await page.outbox.enqueue(eventContent())
    await page.push.want(id)
    await page.outbox.discard(id)
    phone.network.setOffline(false)
    await page.outbox.deliver({ networkIsBack: true })
    expect(await server.db.select().from(pushSubscriptions)).toEqual([])
  })

  it('is told when the push service has given the browser another endpoint', async () => {
    const phone = openPhone()
    const { page, id, eventId } = await send(phone)
    await page.push.want(id)
    const old = phone.browser.endpoint()
    phone.browser.renew()
    await phone.phone.openTab({ kind: 'worker' }).push.replaceEndpoint(old)
    expect(phone.browser.endpoint()).not.toBe(old)
    await approve(eventId)
    expect(notifiedEvents()).toEqual([eventId])
  })
})

it.each(['drop-before', 'drop-after'] as const)(
  'a new endpoint whose registration met the network’s "%s" is registered the next time',
  async (fault) => {
    const phone = openPhone()
    const { page, id, eventId } = await send(phone)
    await page.push.want(id)
    page.kill()
    const old = phone.browser.endpoint()
    phone.browser.renew()
    phone.network.next('none', fault)
    const worker = phone.phone.openTab({ kind: 'worker' })
    await worker.push.replaceEndpoint(old)
    worker.kill()
    await phone.phone.openTab({ kind: 'worker' }).outbox.deliver()
    await approve(eventId)
    expect(notifiedEvents()).toEqual([eventId])
  },
)

describe('somebody with an account', () => {
  it('is told of all their submissions, and of none once they have signed out', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    const tab = await signedInPage(phone, maria)
    expect(await tab.page.push.isAccountRegistered()).toBe(true)
    const [first, second] = [await ownEvent(maria), await ownEvent(maria)]
    await approve(first)
    await signOut(tab)
    await approve(second)
    expect(notifiedEvents()).toEqual([first])
    expect(phone.browser.endpoint()).toBeUndefined()
    expect(await tab.page.push.isAccountRegistered()).toBe(false)
  })

  it('is told of nothing after signing out without a connection: the browser ends it alone', async () => {
    const phone = openPhone()
    const tab = await signedInPage(phone, await server.signIn())
    phone.network.setOffline(true)
    await signOut(tab)
    expect(phone.browser.endpoint()).toBeUndefined()
    expect(await tab.page.outbox.push.endpoints()).toEqual({})
  })

  it('ends nothing of what visitors on this device wait for by signing out', async () => {
    const phone = openPhone()
    const { page, id, eventId } = await send(phone)
    await page.push.want(id)
    page.kill()
    const maria = await server.signIn()
    const tab = await signedInPage(phone, maria)
    const hers = await ownEvent(maria)
    await signOut(tab)
    await tab.page.session.reportEndings()
    for (const one of [eventId, hers]) await approve(one)
    expect(notifiedEvents()).toEqual([eventId])
  })

  it('ends nothing of what a visitor wants while the event still waits to be sent', async () => {
    const phone = openPhone()
    const tab = await signedInPage(phone, await server.signIn())
    const { page } = tab
    await signOut(tab)
    phone.network.setOffline(true)
    const { id } = await page.outbox.enqueue(eventContent())
    await page.push.want(id)
    phone.network.setOffline(false)
    await page.outbox.deliver({ networkIsBack: true })
    await page.push.end()
    const eventId = await eventIdOf(page, id)
    await approve(eventId)
    expect(notifiedEvents()).toEqual([eventId])
  })

  it('is registered after a sign-in, quietly, and only where they allow it', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    phone.browser.setAllowed(false)
    const { page, done } = await signedInPage(phone, maria)
    expect(phone.browser.endpoint()).toBeUndefined()
    phone.browser.setAllowed(true)
    const resumed = done('resumeAccount')
    await signIn(page, maria)
    await resumed
    const id = await ownEvent(maria)
    await approve(id)
    expect(notifiedEvents()).toEqual([id])
  })

  it('who signs in again without signing out is still told', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    const { page, done } = await signedInPage(phone, maria)
    const resumed = done('resumeAccount')
    await signIn(page, maria)
    await resumed
    await page.session.reportEndings()
    const id = await ownEvent(maria)
    await approve(id)
    expect(notifiedEvents()).toEqual([id])
  })

  it('is told again after the next start of a page when the server has lost the subscription', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    const { page } = await signedInPage(phone, maria)
    page.kill()
    await server.db.delete(pushSubscriptions)
    await startPage(phone.phone.openTab())('settle')
    const id = await ownEvent(maria)
    await approve(id)
    expect(notifiedEvents()).toEqual([id])
  })

  it('is told again after the next start of a page when the server has new keys', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    const { page } = await signedInPage(phone, maria)
    const manager = await phone.browser.pushManager()
    await manager.subscribe({ userVisibleOnly: true, applicationServerKey: new Uint8Array(65) })
    const old = phone.browser.endpoint()
    await page.outbox.push.changeEndpoints(() => ({ account: old }))
    page.kill()
    await startPage(phone.phone.openTab())('settle')
    expect(phone.browser.endpoint()).not.toBe(old)
    const id = await ownEvent(maria)
    await approve(id)
    expect(notifiedEvents()).toEqual([id])
  })

  it('has the browser to themselves: who was signed in there before is told of nothing', async () => {
    const phone = openPhone()
    const [maria, rui] = [await server.signIn(), await server.signIn()]
    const { page, done } = await signedInPage(phone, maria)
    const resumed = done('resumeAccount')
    await signIn(page, rui)
    await resumed
    const [hers, his] = [await ownEvent(maria), await ownEvent(rui)]
    for (const id of [hers, his]) await approve(id)
    expect(notifiedEvents()).toEqual([his])
  })

  it('whose browser does not answer waits for it for some seconds only, and can sign in again', async () => {
    const phone = openPhone()
    const maria = await server.signIn()
    const { page, done } = await signedInPage(phone, maria)
    phone.browser.setHanging(true)
    const ended = done('end')
    const begun = phone.browser.whenHanging()
    await page.session.logout()
    await begun
    phone.clock.advance(5000)
    await ended
    const resumed = done('resumeAccount')
    await signIn(page, maria)
    await resumed
    expect(await page.push.isAccountRegistered()).toBe(true)
  })

  it('keeps nothing of the account that deletes itself, and all that visitors wait for', async () => {
    const phone = openPhone()
    const { page, id, eventId } = await send(phone)
    await page.push.want(id)
    page.kill()
    const maria = await server.signIn()
    const tab = await signedInPage(phone, maria)
    const deleted = await tab.page.api.call(deleteAccount, { body: { password: maria.password } })
    expect(deleted.kind).toBe('ok')
    await signOut(tab)
    await approve(eventId)
    expect(notifiedEvents()).toEqual([eventId])
  })
})

it('a browser that subscribed with keys that the server has lost gets a subscription with the new ones', async () => {
  const phone = openPhone()
  const manager = await phone.browser.pushManager()
  await manager.subscribe({ userVisibleOnly: true, applicationServerKey: new Uint8Array(65) })
  const old = phone.browser.endpoint()
  const { page, id } = await send(phone)
  expect(await page.push.want(id)).toBe('on')
  expect(phone.browser.endpoint()).not.toBe(old)
})
