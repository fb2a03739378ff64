import { describe, expect, it, vi } from 'vitest'
import { deferred } from '@/offline/platform/deferred'
import { type FakeClock, fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent, photoOf } from '@tests/support/offline/outbox-contents'
import { isReadable } from '../entry'
import { subscribeLive } from '@/offline/outbox/entry-store'

const FULL = { tags: ['full'] }

const START = Date.UTC(2026, 5, 15, 10)
const PHOTO = photoOf(new Uint8Array(9))

/** A server that holds what has a photo until `arrive()`, and stores everything else at once. */
function setUp() {
  const clock = fakeClock(START)
  const arrivals: { key: string | undefined; account: string | undefined; text: string }[] = []
  const [hanging, released] = [deferred<undefined>(), deferred<undefined>()]
  const serve: Serve = async ({ url, headers, body = '' }) => {
    const given = JSON.parse(body || '{}') as Record<string, string>
    if (url.endsWith('/auth/login')) return Response.json({ data: sessionOf(given['email'] ?? '') })
    const { photo, title, message = title ?? '' } = given
    if (photo !== undefined) {
      hanging.resolve(undefined)
      await released.promise
    }
    const key = headers['idempotency-key']
    arrivals.push({ key, account: headers['authorization'], text: message })
    return Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 })
  }
  const sessionOf = (user: string) => ({
    access_token: { token: `token-${user}`, expires_at: clock.now() / 1000 + 900 },
    refresh_token: { token: `refresh-${user}`, expires_at: clock.now() / 1000 + 86_400 },
    user: { id: user, email: user, name: user, role: 'USER' },
  })
  const network = faultyNetwork(serve)
  const phone = createPhone({ clock, network })
  return {
    clock,
    network,
    phone,
    arrivals,
    texts: () => arrivals.map(({ text }) => text),
    isHanging: hanging.promise,
    arrive: () => released.resolve(undefined),
  }
}

const entryOf = async (tab: Tab, id: string) => {
  const entry = await tab.outbox.get(id)
  if (entry === undefined || !isReadable(entry)) throw new Error('It is gone')
  return entry
}

/** Resolves when the live query finds the entry so, without polling. */
const becomes = (tab: Tab, id: string, expected: { state: string; attempts?: number }) =>
  new Promise<void>((resolve) =>
    subscribeLive(
      () => entryOf(tab, id),
      ({ state, attempts }) => {
        if (state === expected.state && attempts === (expected.attempts ?? attempts)) resolve()
      },
    ),
  )

/** Resolves when something is to be done after this time. */
function timerOf(clock: FakeClock, wantedMs: number): Promise<void> {
  const { after } = clock
  return new Promise((resolve) => {
    vi.spyOn(clock, 'after').mockImplementation((delayMs, run) => {
      const cancel = after(delayMs, run)
      if (delayMs === wantedMs) resolve()
      return cancel
    })
  })
}

async function withHangingPhoto() {
  const parts = setUp()
  const tab = parts.phone.openTab()
  const photo = await tab.outbox.enqueue(eventContent('With a photo'), PHOTO)
  await parts.isHanging
  return { ...parts, tab, photo }
}

describe('a photo that hangs', () => {
  it('is passed by what has none, written before it, after it, or in another tab', async () => {
    const { phone, network, texts, isHanging, arrive } = setUp()
    const tab = phone.openTab()
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(eventContent('With a photo'), PHOTO)
    await tab.outbox.enqueue(messageContent('Behind it'))
    await tab.outbox.deliver()
    network.setOffline(false)
    void tab.outbox.deliver({ networkIsBack: true })
    await isHanging
    const later = await tab.outbox.enqueue(messageContent('Later'))
    await becomes(tab, later.id, { state: 'sent' })
    const elsewhere = await phone.openTab().outbox.enqueue(messageContent('Elsewhere'))
    await becomes(tab, elsewhere.id, { state: 'sent' })
    expect(texts()).toEqual(['Behind it', 'Later', 'Elsewhere'])
    expect(await entryOf(tab, id)).toMatchObject({ state: 'sending' })
    arrive()
    await becomes(tab, id, { state: 'sent' })
    expect(texts()).toHaveLength(4)
    expect(phone.mostSenders(), 'one sender, which has two requests').toBe(1)
  })

  it('holds up neither the retry of what passes it nor “Send now”', FULL, async () => {
    const { tab, network, clock, photo, texts } = await withHangingPhoto()
    network.next('drop-before')
    const timerIsSet = timerOf(clock, 2000)
    const retried = await tab.outbox.enqueue(messageContent('Retried'))
    await timerIsSet
    clock.advance(2000)
    await becomes(tab, retried.id, { state: 'sent', attempts: 2 })

    network.next('drop-before')
    const entry = await tab.outbox.enqueue(messageContent('At once'))
    await becomes(tab, entry.id, { state: 'queued', attempts: 1 })
    await tab.outbox.sendNow(entry.id)
    expect(await entryOf(tab, entry.id)).toMatchObject({ state: 'sent' })
    expect(texts()).toEqual(['Retried', 'At once'])
    expect(await entryOf(tab, photo.id)).toMatchObject({ state: 'sending' })
  })

  it('does not hold up what waits for a network that is back', FULL, async () => {
    const { tab, network, photo, texts } = await withHangingPhoto()
    network.next('drop-before')
    const { id } = await tab.outbox.enqueue(messageContent('Back'))
    await becomes(tab, id, { state: 'queued', attempts: 1 })
    void tab.outbox.schedule({ networkIsBack: true })
    await becomes(tab, id, { state: 'sent' })
    expect(texts()).toEqual(['Back'])
    expect(await entryOf(tab, photo.id)).toMatchObject({ state: 'sending', attempts: 1 })
  })

  it('does not hold up what is sent under the account of somebody who signs in meanwhile', FULL, async () => {
    const { tab, arrivals } = await withHangingPhoto()
    await tab.session.login('ana', 'password')
    const { id } = await tab.outbox.enqueue(messageContent('From Ana'))
    await becomes(tab, id, { state: 'sent' })
    expect(arrivals).toMatchObject([{ account: 'Bearer token-ana' }])
  })

  it('is sent once, whatever its own sender sends beside it', FULL, async () => {
    const { tab, photo, arrivals, arrive } = await withHangingPhoto()
    const { id } = await tab.outbox.enqueue(messageContent())
    await becomes(tab, id, { state: 'sent' })
    arrive()
    await becomes(tab, photo.id, { state: 'sent', attempts: 1 })
    await tab.outbox.deliver()
    expect(arrivals.map(({ key }) => key)).toEqual([id, photo.id])
  })
})

describe('an attempt that breaks on this device', () => {
  it('holds up nothing, and is made again later', FULL, async () => {
    const { phone, network, clock, texts, arrive } = setUp()
    arrive()
    const tab = phone.openTab()
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(eventContent('Too large for now'), PHOTO)
    await tab.outbox.enqueue(eventContent('The next'), PHOTO)
    await tab.outbox.deliver()
    network.setOffline(false)
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new RangeError('Out of memory'))
    await expect(tab.outbox.deliver({ networkIsBack: true })).rejects.toThrow('Out of memory')
    expect(texts()).toEqual(['The next'])
    expect(await entryOf(tab, id)).toMatchObject({ state: 'queued', leaseUntil: 0, attempts: 2 })
    clock.jump(60_000)
    await tab.outbox.deliver()
    expect(await entryOf(tab, id)).toMatchObject({ state: 'sent', attempts: 3 })
  })
})
