import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { messageContent } from '@tests/support/offline/outbox-contents'
import { subscribeLive } from '@/offline/outbox/entry-store'
import type { Session } from '@/contract/accounts/auth'
import type { DeliveryWorker } from '@/offline/client/worker-delivery'
import { deliverInBackground } from './background-sync'

const MINUTE = 60_000

function setUp() {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const arrivals: string[] = []
  const network = faultyNetwork(async ({ url, body }) => {
    if (url.includes('/auth/')) return Response.json({ data: sessionAt(clock.now()) })
    arrivals.push((JSON.parse(body ?? '{}') as { message: string }).message)
    return Response.json({ data: { id: 'row' } }, { status: 201 })
  })
  const { factory, setFull } = fillableStorage()
  const evicted: string[] = []
  const phone = createPhone({
    clock,
    network,
    database: { indexedDB: factory, IDBKeyRange },
    evictors: [async () => void evicted.push('images')],
  })
  return { clock, network, phone, arrivals, evicted, setFull }
}

/** Ana's session, with other tokens each time. */
function sessionAt(now: number): Session {
  tokens += 1
  const seconds = Math.floor(now / 1000)
  return {
    access_token: { token: `access-${tokens}`, expires_at: seconds + 900 },
    refresh_token: { token: `refresh-${tokens}`, expires_at: seconds + 30 * 86_400 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
}
let tokens = 0

/** Ana is signed in, and her message waits for a network when the device is full and an hour has passed. */
async function fullAndSignedIn() {
  const { phone, clock, network, setFull, ...rest } = setUp()
  const worker = phone.openTab({ kind: 'worker' })
  const listening = controllerOf(worker)
  const page = phone.openTab({ worker: listening.controller })
  await page.session.login('ana', 'secret')
  network.setOffline(true)
  const { id } = await page.outbox.enqueue(messageContent('Hello'))
  await page.outbox.schedule()
  setFull(true)
  clock.jump(60 * MINUTE)
  network.setOffline(false)
  return { phone, clock, network, worker, page, id, setFull, ...listening, ...rest }
}

/** The worker's own listener behind the part of it that a page uses; collects the promises of `waitUntil`. */
function controllerOf(worker: ReturnType<ReturnType<typeof createPhone>['openTab']>) {
  const waits: Promise<unknown>[] = []
  const waitUntil = (wait: Promise<unknown>) => waits.push(wait)
  const scope = Object.assign(new EventTarget(), { registration: { installing: null, waiting: null } })
  const workerScope = scope as unknown as ServiceWorkerGlobalScope
  deliverInBackground(workerScope, () => worker)
  const dispatch = (type: string, fields: object) =>
    scope.dispatchEvent(Object.assign(new Event(type), { waitUntil }, fields))
  const controller: DeliveryWorker = {
    postMessage(data: unknown, ports: Transferable[] | StructuredSerializeOptions = []) {
      dispatch('message', { data, ports })
    },
  }
  return { controller, waits, dispatch }
}

/** A killed worker gets no message. */
const silent: DeliveryWorker = { postMessage: () => undefined }

describe('a page with a worker', () => {
  it('has the worker deliver, within waitUntil', async () => {
    const { phone, arrivals } = setUp()
    const worker = phone.openTab({ kind: 'worker' })
    const { controller, waits } = controllerOf(worker)
    const page = phone.openTab({ worker: controller })
    const { id } = await page.outbox.enqueue(messageContent('Hello'))
    expect(await page.outbox.settled(id, 8000)).toMatchObject({ state: 'sent' })
    expect(waits).not.toEqual([])
    await Promise.all(waits)
    expect(arrivals).toEqual(['Hello'])
  })

  it('may be closed while the worker is sending', async () => {
    const { network, phone, arrivals } = setUp()
    const worker = phone.openTab({ kind: 'worker' })
    const { controller, waits } = controllerOf(worker)
    const page = phone.openTab({ worker: controller })
    network.next('late')
    const { id } = await page.outbox.enqueue(messageContent('Hello'))
    await network.whenHanging()
    page.kill()
    network.release()
    await Promise.all(waits)
    expect(await worker.outbox.get(id)).toMatchObject({ state: 'sent' })
    expect(arrivals).toEqual(['Hello'])
  })

  it('notifies the worker that the network is back', async () => {
    const { network, phone, arrivals } = setUp()
    const { controller } = controllerOf(phone.openTab({ kind: 'worker' }))
    const page = phone.openTab({ worker: controller })
    network.setOffline(true)
    await page.outbox.enqueue(messageContent('Hello'))
    await page.outbox.schedule()
    network.setOffline(false)
    await page.outbox.schedule({ networkIsBack: true })
    expect(arrivals).toEqual(['Hello'])
  })

  it('delivers itself when the worker does not acknowledge within a second', async () => {
    const { clock, phone, arrivals } = setUp()
    const page = phone.openTab({ worker: silent })
    const { id } = await page.outbox.enqueue(messageContent('Hello'))
    expect(arrivals).toEqual([])
    clock.advance(1000)
    expect(await page.outbox.settled(id, 8000)).toMatchObject({ state: 'sent' })
    expect(arrivals).toEqual(['Hello'])
  })

  it('delivers itself when the worker was killed after it had acknowledged', async () => {
    const { clock, network, phone, arrivals } = setUp()
    const worker = phone.openTab({ kind: 'worker' })
    const { controller } = controllerOf(worker)
    const page = phone.openTab({ worker: controller })
    network.next('hang')
    const { id } = await page.outbox.enqueue(messageContent('Hello'))
    await network.whenHanging()
    worker.kill()
    expect(arrivals).toEqual([])
    const sent = new Promise<void>((resolve) =>
      subscribeLive(
        () => page.outbox.get(id),
        (entry) => entry?.state === 'sent' && resolve(),
      ),
    )
    clock.advance(60_000)
    await sent
    expect(arrivals).toEqual(['Hello'])
    expect(phone.mostSenders()).toBe(1)
  })

  it('sends nothing twice when both deliver', async () => {
    const { network, phone, arrivals } = setUp()
    const worker = phone.openTab({ kind: 'worker' })
    const { controller, waits } = controllerOf(worker)
    const pages = [phone.openTab({ worker: controller }), phone.openTab()]
    network.setOffline(true)
    for (const page of pages) await page.outbox.enqueue(messageContent('Hello'))
    network.setOffline(false)
    await Promise.all(pages.map((page) => page.outbox.schedule({ networkIsBack: true })))
    await Promise.all(waits)
    await worker.outbox.deliver({ networkIsBack: true })
    expect(arrivals).toEqual(['Hello', 'Hello'])
    expect(phone.mostSenders()).toBe(1)
  })
})

describe('a full device with something of an account in its outbox', () => {
  it('has the worker send it, which renews the session', async () => {
    const { page, worker, arrivals, dispatch, waits } = await fullAndSignedIn()
    page.kill()
    dispatch('sync', { tag: 'outbox', lastChance: false })
    await Promise.allSettled(waits)
    expect(arrivals).toEqual(['Hello'])
    expect(await onlyState(worker)).not.toBe('paused-sign-in')
  })
})

async function onlyState({ outbox }: Tab): Promise<string | undefined> {
  const [entry] = await outbox.list()
  return entry?.state
}
