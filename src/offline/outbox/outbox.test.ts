import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, FAULT_RETRY_AFTER, type Serve } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent, photoOf } from '@tests/support/offline/outbox-contents'

const START = Date.UTC(2026, 5, 15, 10)

interface Arrival {
  key: string | undefined
  account: string | undefined
  locale: string | undefined
  body: { title?: string; message?: string; photo?: string }
}

/** A server that stores everything once for each key, and signs anybody in. */
function setUp({
  respond,
  ...more
}: { respond?: () => Response | undefined } & Pick<
  Parameters<typeof createPhone>[0],
  'database' | 'evictors' | 'random'
> = {}) {
  const clock = fakeClock(START)
  const arrivals: Arrival[] = []
  const bodies = new Map<string, string>()
  const uploads = new Map<string, Buffer>()
  const serve: Serve = async ({ url, headers, body, file }) => {
    if (url.endsWith('/auth/login')) return Response.json({ data: sessionOf(JSON.parse(body ?? '').email) })
    if (url.endsWith('/auth/logout')) return Response.json({ data: {} })
    if (url.endsWith('/auth/refresh'))
      return Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 })
    const refused = respond?.()
    if (refused !== undefined) return refused
    if (file !== undefined) {
      uploads.set(url.split('/').at(-1) ?? '', file)
      return Response.json({ data: { sha256: '', size_bytes: file.length } })
    }
    const { upload } = (JSON.parse(body ?? '').photo ?? {}) as { upload?: string }
    if (upload !== undefined && !uploads.has(upload))
      return Response.json({ error: { code: 'UPLOAD_MISSING', message: 'Not here' } }, { status: 409 })
    const key = headers['idempotency-key'] ?? ''
    const given = bodies.get(key)
    if (given !== undefined && given !== body)
      return Response.json(
        { error: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Already sent' } },
        { status: 422 },
      )
    if (given === undefined) {
      bodies.set(key, body ?? '')
      arrivals.push({
        key,
        account: headers['authorization'],
        locale: headers['accept-language'],
        body: JSON.parse(body ?? ''),
      })
    }
    return Response.json(
      { data: { id: `row-${key.slice(-2)}`, title: 't', status: 'ON_REVIEW' } },
      { status: 201 },
    )
  }
  const sessionOf = (user: string) => ({
    access_token: { token: `token-${user}`, expires_at: clock.now() / 1000 + 900 },
    refresh_token: { token: `refresh-${user}`, expires_at: clock.now() / 1000 + 86_400 },
    user: { id: user, email: user, name: user, role: 'USER' },
  })
  const network = faultyNetwork(serve)
  const phone = createPhone({ clock, network, ...more })
  return { clock, network, phone, arrivals }
}

async function onlyEntry(tab: Tab) {
  const [entry, ...others] = await tab.outbox.list()
  expect(others).toEqual([])
  if (entry === undefined) throw new Error('The outbox is empty')
  return entry
}

/** Waits for the delivery that is under way, and one more. */
const delivered = (tab: Tab) => tab.outbox.deliver()

describe('writing', () => {
  it('is stored before anything is sent, and delivered without another call', async () => {
    const { phone, arrivals, network } = setUp()
    const tab = phone.openTab()
    network.next('late')
    const entry = await tab.outbox.enqueue(messageContent('Hello'))
    expect(entry).toMatchObject({ state: 'queued', owner: null, attempts: 0, createdAt: START })
    await network.whenHanging()
    expect(await onlyEntry(tab)).toMatchObject({ id: entry.id, state: 'sending', attempts: 1 })
    expect(await tab.outbox.waiting()).toBe(1)
    network.release()
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', sentAt: START, receipt: { id: 'row-01' } })
    expect(await tab.outbox.waiting()).toBe(0)
    expect(arrivals).toEqual([expect.objectContaining({ key: entry.id, account: undefined, locale: 'en' })])
  })
})

describe('an attempt that fails', () => {
  it('honours Retry-After, also when the network is back', async () => {
    const { phone, network, clock } = setUp()
    const tab = phone.openTab()
    network.next('too-many')
    await tab.outbox.enqueue(messageContent())
    await delivered(tab)
    clock.jump(FAULT_RETRY_AFTER * 1000 - 1)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({
      attempts: 1,
      lastError: { code: 'TOO_MANY_REQUESTS', status: 429 },
    })
    clock.jump(1)
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
  })
})

describe('editing', () => {
  it('takes the entry out of the queue until it is released, or its page is gone', async () => {
    const { phone, network, arrivals } = setUp()
    const [tab, worker] = [phone.openTab(), phone.openTab({ kind: 'worker' })]
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(eventContent('First'), photoOf(Uint8Array.of(1)))
    await delivered(tab)
    const { entry, photo } = await tab.outbox.edit(id)
    expect([entry.id, photo?.bytes.byteLength]).toEqual([id, 1])
    network.setOffline(false)
    expect(await worker.outbox.deliver({ networkIsBack: true })).toMatchObject({ left: 0 })
    expect([await onlyEntry(tab), arrivals]).toMatchObject([{ state: 'editing' }, []])
    tab.kill()
    await worker.outbox.deliver({ networkIsBack: true })
    expect(arrivals).toHaveLength(1)
  })

  it('waits while it is being sent, and is too late afterwards', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    network.next('late')
    const entry = await tab.outbox.enqueue(eventContent())
    await network.whenHanging()
    await expect(tab.outbox.edit(entry.id)).rejects.toMatchObject({ reason: 'busy' })
    await expect(tab.outbox.save(entry, eventContent('New'))).rejects.toMatchObject({ reason: 'busy' })
    network.release()
    await delivered(tab)
    await expect(tab.outbox.save(entry, eventContent('New'))).rejects.toMatchObject({ reason: 'gone' })
    await tab.outbox.discard(entry.id)
    await expect(tab.outbox.edit(entry.id)).rejects.toMatchObject({ reason: 'gone' })
  })

  it('in two tabs writes nothing over unseen: who saves second is told, and may then', async () => {
    const { phone, network } = setUp()
    const [one, two] = [phone.openTab(), phone.openTab()]
    network.setOffline(true)
    const { id } = await one.outbox.enqueue(eventContent('First'))
    await delivered(one)
    const [mine, theirs] = [await one.outbox.edit(id), await two.outbox.edit(id)]
    const saved = await two.outbox.save(theirs.entry, eventContent('Second'))
    await expect(one.outbox.save(mine.entry, eventContent('Third'))).rejects.toMatchObject({
      reason: 'changed',
    })
    expect(await onlyEntry(one)).toMatchObject({ payload: { title: 'Second' } })
    await one.outbox.save(saved, eventContent('Third'))
    expect(await onlyEntry(one)).toMatchObject({ id, payload: { title: 'Third' } })
  })
})

describe('a shared photo', () => {
  it('waits for the form; a later share stays when the first has become a draft', async () => {
    const { phone, clock } = setUp()
    const [worker, tab] = [phone.openTab({ kind: 'worker' }), phone.openTab()]
    const shared = { title: '', text: 'Fado tonight', url: '', photo: photoOf(Uint8Array.of(7)) }
    await worker.outbox.storeShared(shared)
    const first = await tab.outbox.shared()
    expect(first).toEqual({ ...shared, createdAt: START })
    clock.jump(1)
    await worker.outbox.storeShared({ ...shared, text: 'Jazz tonight' })
    await tab.outbox.settleShared(first ?? { createdAt: 0 })
    expect(await tab.outbox.shared()).toMatchObject({ text: 'Jazz tonight' })
    await tab.outbox.settleShared({ createdAt: START + 1 })
    expect(await tab.outbox.shared()).toBeUndefined()
  })
})

describe('the draft of a form', () => {
  const slot = 'event/new'

  it('of an account is not shown to another, nor to a visitor', () => {
    const { drafts } = setUp().phone.openTab()
    drafts.open(slot, { owner: 'ana' }).write({ title: 'Jazz' }, false)
    expect([null, 'rui', 'ana'].map((user) => drafts.list(slot, user).length)).toEqual([0, 0, 1])
    expect(drafts.ofOwner('ana')).toHaveLength(1)
  })

  it('says where the browser keeps nothing, and its photo goes when it is gone', async () => {
    const { phone } = setUp()
    const [worker, tab] = [phone.openTab({ kind: 'worker' }), phone.openTab()]
    expect(worker.drafts.open(slot, { owner: null }).write({}, false)).toBe(false)
    await tab.outbox.putDraftPhoto('left', photoOf(Uint8Array.of(1)))
    const kept = tab.drafts.open(slot, { owner: null })
    kept.write({}, true)
    await tab.outbox.putDraftPhoto(kept.token(), photoOf(Uint8Array.of(1)))
    await tab.outbox.tidy()
    expect(await tab.outbox.photo('left')).toBeUndefined()
    expect(await tab.outbox.photo(kept.token())).toBeDefined()
  })
})

async function fullPhone({
  frees = false,
  ...more
}: { frees?: boolean } & Pick<NonNullable<Parameters<typeof setUp>[0]>, 'respond'> = {}) {
  const { factory, setFull } = fillableStorage()
  const evicted: string[] = []
  const { phone, network, arrivals } = setUp({
    ...more,
    database: { indexedDB: factory, IDBKeyRange },
    evictors: [
      async () => {
        evicted.push('images')
        if (frees) setFull(false)
      },
      async () => void evicted.push('replica'),
    ],
  })
  const tab = phone.openTab({ kind: 'worker' })
  network.setOffline(true)
  const entry = await tab.outbox.enqueue(eventContent('First'), photoOf(new Uint8Array(3)))
  await tab.outbox.deliver()
  setFull(true)
  return { phone, tab, network, arrivals, evicted, entry, setFull }
}

describe('a device with no room left', () => {
  it('stores what a person writes at the cost of images', async () => {
    const { tab, evicted } = await fullPhone({ frees: true })
    await tab.outbox.enqueue(messageContent())
    expect([await tab.outbox.waiting(), evicted]).toEqual([2, ['images']])
  })

  it('sends what waits once, notes it when there is room, and evicts nothing without a network', async () => {
    const { tab, network, arrivals, entry, evicted, setFull } = await fullPhone()
    await tab.outbox.sendNow(entry.id)
    await (await tab.outbox.edit(entry.id)).release()
    expect(evicted).toEqual([])
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    await tab.outbox.sendNow(entry.id)
    setFull(false)
    await tab.outbox.sendNow(entry.id)
    expect(arrivals.map(({ key, body }) => [key, body.title])).toEqual([[entry.id, 'First']])
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
  })

  it('does not take for sent what is saved while an earlier version is on its way', async () => {
    const { tab, network, arrivals, entry } = await fullPhone({ frees: true })
    network.setOffline(false)
    // The upload, and what names it.
    network.next('none', 'none', 'late')
    const delivery = tab.outbox.deliver({ networkIsBack: true })
    await network.whenHanging()
    await tab.outbox.save(entry, eventContent('Second'))
    network.release()
    await delivery
    await delivered(tab)
    expect(arrivals.map(({ body }) => body.title)).toEqual(['First'])
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'needs-attention',
      payload: { title: 'Second' },
      lastError: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })
})
