import { createHash } from 'node:crypto'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, FAULT_RETRY_AFTER, type Serve } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent, photoOf } from '@tests/support/offline/outbox-contents'
import { mayHaveArrived, OutboxBusy, OutboxChanged, OutboxGone, replacing } from './drafts/edit-entry'
import { isReadable, RECEIPT_MS } from './entry'
import { subscribeLive } from './entry-store'

const START = Date.UTC(2026, 5, 15, 10)
const MINUTE = 60_000
const DAY = 86_400_000

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
  'hasWebLocks' | 'database' | 'evictors' | 'random'
> = {}) {
  const clock = fakeClock(START)
  const arrivals: Arrival[] = []
  const bodies = new Map<string, string>()
  let atOnce = 0
  let mostAtOnce = 0
  const uploads = new Map<string, Buffer>()
  const serve: Serve = async ({ url, headers, body, file }) => {
    if (url.endsWith('/auth/login')) return Response.json({ data: sessionOf(JSON.parse(body ?? '').email) })
    if (url.endsWith('/auth/logout')) return Response.json({ data: {} })
    if (url.endsWith('/auth/refresh'))
      return Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 })
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await Promise.resolve()
    atOnce -= 1
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
  return { clock, network, phone, arrivals, uploads, mostAtOnce: () => mostAtOnce }
}

async function onlyEntry(tab: Tab) {
  const [entry, ...others] = await tab.outbox.list()
  expect(others).toEqual([])
  if (entry === undefined || !isReadable(entry)) throw new Error('The outbox is empty')
  return entry
}

/** Resolves when the live query finds it so, without polling. */
const becomes = (isSo: () => Promise<boolean>) =>
  new Promise<void>((resolve) => subscribeLive(isSo, (is) => is && resolve()))

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

  it('names its photo by the hash of its bytes, which go by themselves', async () => {
    const { phone, arrivals, uploads, network } = setUp()
    const tab = phone.openTab()
    network.setOffline(true)
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
    await tab.outbox.enqueue(eventContent(), photoOf(bytes))
    const { photo } = await onlyEntry(tab)
    expect(new Uint8Array(photo?.bytes ?? new ArrayBuffer(0))).toEqual(bytes)
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    const upload = createHash('sha256').update(bytes).digest('hex')
    expect(arrivals[0]?.body.photo).toEqual({ upload })
    expect(uploads.get(upload)).toEqual(Buffer.from(bytes))
    expect(await onlyEntry(tab)).not.toHaveProperty('photo')
  })

  it('is sent oldest first and listed newest first', async () => {
    const { phone, arrivals, network } = setUp()
    const tab = phone.openTab()
    network.setOffline(true)
    for (const text of ['one', 'two', 'three']) await tab.outbox.enqueue(messageContent(text))
    await delivered(tab)
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(arrivals.map(({ body }) => body.message)).toEqual(['one', 'two', 'three'])
    const listed = (await tab.outbox.list())
      .filter(isReadable)
      .map(({ payload }) => 'message' in payload && payload.message)
    expect(listed).toEqual(['three', 'two', 'one'])
  })
})

describe('an attempt that fails', () => {
  it.each(['drop-before', 'drop-after', 'portal', 'bad-gateway', 'unavailable', 'too-many'] as const)(
    'is made again until the server has it once: %s',
    async (fault) => {
      const { phone, arrivals, network, clock } = setUp()
      const tab = phone.openTab()
      network.next(fault, fault)
      const { id } = await tab.outbox.enqueue(messageContent())
      await delivered(tab)
      expect(await onlyEntry(tab)).toMatchObject({ state: 'queued', attempts: 1 })
      clock.jump(MINUTE)
      await delivered(tab)
      expect(await onlyEntry(tab)).toMatchObject({ state: 'queued', attempts: 2 })
      clock.jump(MINUTE)
      await delivered(tab)
      expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', attempts: 3 })
      expect(arrivals.map(({ key }) => key)).toEqual([id])
    },
  )

  it('is given up after 15 s without a photo', async () => {
    const { phone, network, clock } = setUp()
    const tab = phone.openTab()
    network.next('hang')
    await tab.outbox.enqueue(messageContent())
    await network.whenHanging()
    clock.advance(15_000)
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'queued', lastError: { code: 'TIMEOUT' } })
  })

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

  it('honours the Retry-After of a proxy too, when the network is back', async () => {
    const clock = fakeClock(START)
    const replies = [new Response('<h1>503</h1>', { status: 503, headers: { 'retry-after': '7' } })]
    const network = faultyNetwork(async () => replies.pop() ?? Response.json({ data: { id: 'row' } }))
    const tab = createPhone({ clock, network }).openTab()
    await tab.outbox.enqueue(messageContent())
    await delivered(tab)
    clock.jump(6999)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({
      attempts: 1,
      lastError: { code: 'NOT_OURS', status: 503, retryAfterMs: 7000 },
    })
    clock.jump(1)
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ attempts: 2 })
  })

  it('needs attention when the server refuses the content, and the next entries are sent', async () => {
    const responses = [
      Response.json(
        {
          error: {
            code: 'VALIDATION_FAILED',
            message: 'No',
            fields: [{ path: 'timetable.list.0.start_time', code: 'start_time_past', message: 'Too late' }],
          },
        },
        { status: 422 },
      ),
    ]
    const { phone, network, arrivals } = setUp({ respond: () => responses.shift() })
    const tab = phone.openTab()
    network.setOffline(true)
    await tab.outbox.enqueue(eventContent())
    await tab.outbox.enqueue(messageContent())
    await delivered(tab)
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    const [message, event] = await tab.outbox.list()
    expect(event).toMatchObject({
      state: 'needs-attention',
      payload: { title: 'Sunset Sessions' },
      lastError: { code: 'VALIDATION_FAILED', status: 422, fields: [{ code: 'start_time_past' }] },
    })
    expect(message?.state).toBe('sent')
    await tab.outbox.sendNow(event?.id)
    expect(arrivals).toHaveLength(2)
  })

  it('is retried while a page is open', async () => {
    const { phone, network, clock, arrivals } = setUp()
    const tab = phone.openTab()
    network.next('drop-before')
    const { id } = await tab.outbox.enqueue(messageContent())
    await tab.outbox.schedule()
    expect(arrivals).toEqual([])
    const sent = becomes(async () => (await tab.outbox.get(id))?.state === 'sent')
    clock.advance(MINUTE)
    await sent
    expect(arrivals).toHaveLength(1)
  })
})

describe('a device’s clock that is put right while something waits', () => {
  it.each([
    ['ahead', DAY],
    ['behind', -DAY],
  ])('after it was a day %s holds nothing up', async (_, offBy) => {
    const { phone, network, clock, arrivals } = setUp()
    clock.jump(offBy)
    const tab = phone.openTab()
    network.next('drop-before')
    await tab.outbox.enqueue(messageContent())
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'queued', attempts: 1 })
    tab.kill()
    clock.jump(-offBy)
    const next = phone.openTab()
    await next.outbox.schedule()
    const { id } = await onlyEntry(next)
    const sent = becomes(async () => (await next.outbox.get(id))?.state === 'sent')
    clock.advance(MINUTE)
    await sent
    expect(arrivals).toHaveLength(1)
  })
})

describe('a sender that is killed', () => {
  it.each(['hang', 'hang-after'] as const)(
    'leaves an entry that is sent once by the next: %s',
    async (fault) => {
      const { phone, network, arrivals } = setUp()
      const tab = phone.openTab()
      network.next(fault)
      await tab.outbox.enqueue(eventContent(), photoOf(new Uint8Array(100)))
      await network.whenHanging()
      tab.kill()
      const next = phone.openTab()
      await delivered(next)
      expect(await onlyEntry(next)).toMatchObject({ state: 'sent', attempts: 2 })
      expect(arrivals).toHaveLength(1)
    },
  )

  it('holds its lease until it expires where there are no Web Locks', async () => {
    const { phone, network, clock, arrivals } = setUp({ hasWebLocks: false })
    const tab = phone.openTab()
    network.next('hang')
    await tab.outbox.enqueue(eventContent(), photoOf(new Uint8Array(100)))
    await network.whenHanging()
    tab.kill()
    const next = phone.openTab()
    await delivered(next)
    expect(await onlyEntry(next)).toMatchObject({ state: 'sending', attempts: 1 })
    clock.jump(10 * MINUTE)
    await delivered(next)
    expect(await onlyEntry(next)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(arrivals).toHaveLength(1)
  })

  it('does not block the next when the clock has jumped back', async () => {
    const { phone, network, clock, arrivals } = setUp({ hasWebLocks: false })
    const tab = phone.openTab()
    network.next('hang')
    await tab.outbox.enqueue(messageContent())
    await network.whenHanging()
    tab.kill()
    clock.jump(-365 * 86_400_000)
    await delivered(phone.openTab())
    expect(arrivals).toHaveLength(1)
  })

  it('never claims the same entry in two tabs, even without locks', async () => {
    const { phone, network, arrivals } = setUp({ hasWebLocks: false })
    const tabs = [phone.openTab(), phone.openTab()]
    network.next('late')
    await tabs[0]?.outbox.enqueue(messageContent())
    await network.whenHanging()
    await tabs[1]?.outbox.deliver()
    network.release()
    await Promise.all(tabs.map(delivered))
    expect(network.log).toHaveLength(1)
    expect(arrivals).toHaveLength(1)
  })
})

describe('several tabs and the worker', () => {
  it('never send at the same time, nor the same entry twice', async () => {
    const { phone, network, arrivals, mostAtOnce } = setUp()
    const tabs = [phone.openTab(), phone.openTab(), phone.openTab({ kind: 'worker' })]
    network.setOffline(true)
    for (const tab of tabs) await tab.outbox.enqueue(messageContent())
    await Promise.all(tabs.map(delivered))
    network.setOffline(false)
    await Promise.all(tabs.map((tab) => tab.outbox.deliver({ networkIsBack: true })))
    expect(arrivals).toHaveLength(3)
    expect(mostAtOnce()).toBe(1)
  })

  it('are notified of each other’s changes', async () => {
    const { phone } = setUp()
    const [tab, other] = [phone.openTab(), phone.openTab()]
    const sent = becomes(async () => (await other.outbox.list())[0]?.state === 'sent')
    await tab.outbox.enqueue(messageContent())
    await sent
  })
})

describe('the owner', () => {
  it('sends under the account that wrote it, and never under another', async () => {
    const { phone, network, clock, arrivals } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    network.setOffline(true)
    await tab.outbox.enqueue(eventContent())
    await delivered(tab)
    await tab.session.logout()
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({ state: 'paused-sign-in', owner: 'ana' })
    await tab.session.login('rui', 'secret')
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'paused-sign-in' })
    expect(arrivals).toEqual([])
    await tab.session.login('ana', 'secret')
    await delivered(tab)
    clock.jump(MINUTE)
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
    expect(arrivals).toEqual([expect.objectContaining({ account: 'Bearer token-ana' })])
  })

  it('of what a visitor wrote is nobody, also when somebody has signed in since', async () => {
    const { phone, network, arrivals } = setUp()
    const tab = phone.openTab()
    network.setOffline(true)
    await tab.outbox.enqueue(eventContent())
    await delivered(tab)
    network.setOffline(false)
    await tab.session.login('ana', 'secret')
    await delivered(tab)
    expect(arrivals).toEqual([expect.objectContaining({ account: undefined })])
  })

  it('has to sign in when the server refuses the session', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    network.next('unauthenticated')
    await tab.outbox.enqueue(eventContent())
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'paused-sign-in',
      lastError: { code: 'UNAUTHENTICATED' },
    })
    expect(tab.session.current()).toBeUndefined()
  })
})

describe('editing', () => {
  it('changes what has not been sent', async () => {
    const { phone, network, arrivals } = setUp()
    const tab = phone.openTab()
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(eventContent('Frist'), photoOf(new Uint8Array(3)))
    await delivered(tab)
    await tab.outbox.replace(id, eventContent('First'))
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(arrivals.map(({ key, body }) => [key, body.title, body.photo])).toEqual([[id, 'First', undefined]])
  })

  it('of what had already arrived, unknown to the phone, makes no second submission', async () => {
    const { phone, network, arrivals } = setUp()
    const tab = phone.openTab()
    network.next('drop-after')
    const { id } = await tab.outbox.enqueue(eventContent('First'))
    await delivered(tab)
    await tab.outbox.replace(id, eventContent('Second'))
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({
      id,
      state: 'needs-attention',
      payload: { title: 'Second' },
      lastError: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    expect(arrivals.map(({ body }) => body.title)).toEqual(['First'])

    // Knowing that, the person sends it as another submission.
    await tab.outbox.replace(id, eventContent('Second'))
    await delivered(tab)
    expect(arrivals.map(({ body }) => body.title)).toEqual(['First', 'Second'])
    expect((await onlyEntry(tab)).id).not.toBe(id)
  })

  it('waits while it is being sent, and is too late afterwards', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    network.next('late')
    const { id } = await tab.outbox.enqueue(eventContent())
    await network.whenHanging()
    await expect(tab.outbox.replace(id, eventContent('New'))).rejects.toThrow(OutboxBusy)
    network.release()
    await delivered(tab)
    await expect(tab.outbox.replace(id, eventContent('New'))).rejects.toThrow(OutboxGone)
    await tab.outbox.discard(id)
    await expect(tab.outbox.replace(id, eventContent('New'))).rejects.toThrow(OutboxGone)
  })

  it('in two tabs writes nothing over unseen: who saves second is told, and may then', async () => {
    const { phone, network } = setUp()
    const [one, two] = [phone.openTab(), phone.openTab()] as const
    network.setOffline(true)
    const { id } = await one.outbox.enqueue(eventContent('First'))
    await delivered(one)
    const editors = await Promise.all(
      [one, two].map(async ({ outbox }) => ({
        draft: await outbox.openDraft(`edit/${id}`),
        replaces: replacing((await outbox.holdForEditing(id)).entry),
      })),
    )
    const save = (index: 0 | 1, title: string) => {
      const { draft, replaces } = editors[index] ?? {}
      return draft?.submit(eventContent(title), undefined, { replaces })
    }
    await save(1, 'Second')
    await expect(save(0, 'Third')).rejects.toThrow(OutboxChanged)
    expect(await onlyEntry(one)).toMatchObject({ payload: { title: 'Second' } })
    await save(0, 'Third')
    expect(await onlyEntry(one)).toMatchObject({ id, payload: { title: 'Third' } })
  })

  it('asks for a background sync, as the first writing does, and so do sending now and sending without the account', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    await tab.session.login('ana@example.com', 'tidal wonder 88')
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(eventContent('First'))
    expect(tab.backgroundSyncs()).toBe(1)
    await delivered(tab)
    await tab.outbox.replace(id, eventContent('Second'))
    expect(tab.backgroundSyncs()).toBe(2)
    await delivered(tab)
    await tab.outbox.sendNow(id)
    expect(tab.backgroundSyncs()).toBe(3)
    expect(await tab.outbox.accounts.detachAccount(id)).toBe(true)
    expect(tab.backgroundSyncs()).toBe(4)
  })

  it('says whether an earlier version may have arrived', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    network.next('late')
    await tab.outbox.enqueue(eventContent())
    await network.whenHanging()
    expect(mayHaveArrived(await onlyEntry(tab))).toBe(true)
    expect(mayHaveArrived({ ...(await onlyEntry(tab)), state: 'queued', attempts: 0 })).toBe(false)
    expect(mayHaveArrived({ ...(await onlyEntry(tab)), state: 'queued', attempts: 1 })).toBe(true)
    expect(
      mayHaveArrived({
        ...(await onlyEntry(tab)),
        state: 'needs-attention',
        lastError: { code: 'VALIDATION_FAILED' },
      }),
    ).toBe(false)
  })
})

describe('discarding', () => {
  it('prevents sending of what was never tried', async () => {
    const { phone, network, arrivals } = setUp()
    const tab = phone.openTab({ kind: 'worker' })
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(messageContent())
    await tab.outbox.discard(id)
    network.setOffline(false)
    await delivered(tab)
    expect(arrivals).toEqual([])
    expect(await tab.outbox.list()).toEqual([])
  })

  it('of what is on its way does not bring it back', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    network.next('late')
    const { id } = await tab.outbox.enqueue(messageContent())
    await network.whenHanging()
    await tab.outbox.discard(id)
    network.release()
    await delivered(tab)
    expect(await tab.outbox.list()).toEqual([])
  })
})

describe('receipts', () => {
  it('are shown for 7 days', async () => {
    const { phone, clock } = setUp()
    const tab = phone.openTab()
    await tab.outbox.enqueue(messageContent())
    await delivered(tab)
    clock.jump(RECEIPT_MS)
    await delivered(tab)
    expect(await tab.outbox.list()).toHaveLength(1)
    clock.jump(1)
    await delivered(tab)
    expect(await tab.outbox.list()).toEqual([])
  })

  it('are the only thing that time deletes', async () => {
    const { phone, clock, network } = setUp()
    const tab = phone.openTab()
    network.setOffline(true)
    await tab.outbox.enqueue(messageContent())
    await delivered(tab)
    clock.jump(365 * 86_400_000)
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'queued' })
  })
})

describe('waiting for the outcome', () => {
  it('ends when it is sent', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const { id } = await tab.outbox.enqueue(messageContent())
    expect(await tab.outbox.settled(id, 8000)).toMatchObject({ state: 'sent' })
  })

  it('ends when the attempt has failed', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(messageContent())
    expect(await tab.outbox.settled(id, 8000)).toMatchObject({
      state: 'queued',
      lastError: { code: 'NETWORK' },
    })
  })

  it('ends after its time', async () => {
    const { phone, network, clock } = setUp()
    const tab = phone.openTab()
    network.next('hang')
    const { id } = await tab.outbox.enqueue(messageContent())
    const settled = tab.outbox.settled(id, 8000)
    await network.whenHanging()
    clock.advance(8000)
    expect(await settled).toMatchObject({ state: 'sending' })
  })

  it('ends when it is discarded', async () => {
    const { phone, network } = setUp()
    const tab = phone.openTab()
    network.next('hang')
    const { id } = await tab.outbox.enqueue(messageContent())
    const settled = tab.outbox.settled(id, 8000)
    await network.whenHanging()
    await tab.outbox.discard(id)
    // The state that the wait has seen last depends on when the database tells of a change.
    expect(await settled).toMatchObject({ id })
    await expect(tab.outbox.settled(id, 8000)).rejects.toThrow(OutboxGone)
  })
})

describe('the report of a delivery', () => {
  it('counts what will be retried, and says when', async () => {
    const { phone, network } = setUp()
    const worker = phone.openTab({ kind: 'worker' })
    network.setOffline(true)
    await worker.outbox.enqueue(messageContent())
    await delivered(worker)
    expect(await delivered(worker)).toEqual({ left: 1, nextAttemptInMs: 2000, unreached: 1 })
    network.setOffline(false)
    expect(await worker.outbox.deliver({ networkIsBack: true })).toEqual({
      left: 0,
      nextAttemptInMs: undefined,
      unreached: 0,
    })
  })
})

describe('a shared photo', () => {
  it('waits for the form until a draft has it', async () => {
    const { phone } = setUp()
    const photo = { bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/heic', name: 'IMG_1.heic' }
    const shared = { title: 'Fado', text: 'Tonight', url: '', photo }
    await phone.openTab({ kind: 'worker' }).outbox.drafts.storeShared(shared)
    const tab = phone.openTab()
    const stored = await tab.outbox.drafts.shared()
    expect(stored).toMatchObject(shared)
    expect(await phone.openTab().outbox.drafts.shared()).toBeDefined()
    await tab.outbox.drafts.settleShared(stored ?? { createdAt: 0 }, undefined)
    expect(await tab.outbox.drafts.shared()).toBeUndefined()
    expect(await tab.outbox.drafts.list('event/new')).toEqual([])
  })
})

/** A phone without a network on which one event with a photo waits. `frees`: without its images it has room again. */
async function fullPhone({
  frees = false,
  ...more
}: { frees?: boolean } & Pick<NonNullable<Parameters<typeof setUp>[0]>, 'respond' | 'random'> = {}) {
  const { factory, setFull } = fillableStorage()
  const evicted: string[] = []
  const { phone, network, arrivals, clock } = setUp({
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
  const { id } = await tab.outbox.enqueue(eventContent('First'), photoOf(new Uint8Array(3)))
  await tab.outbox.deliver()
  setFull(true)
  return { phone, tab, network, arrivals, evicted, id, setFull, clock }
}

const REFUSED = {
  error: {
    code: 'VALIDATION_FAILED',
    message: 'Not valid',
    details: { errors: [{ path: 'title', code: 'required' }] },
  },
}

describe('a device with no room left and something queued', () => {
  it('sends it once, and notes it when there is room', async () => {
    const { tab, network, arrivals, id, setFull } = await fullPhone()
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true }).catch(() => undefined)
    await tab.outbox.sendNow(id).catch(() => undefined)
    setFull(false)
    await tab.outbox.sendNow(id)
    expect(arrivals.map(({ key, body }) => [key, body.title])).toEqual([[id, 'First']])
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
  })

  it('gives up neither images nor programme for what it only notes, while there is no network', async () => {
    const { tab, evicted, id } = await fullPhone()
    await tab.outbox.deliver({ networkIsBack: true }).catch(() => undefined)
    await tab.outbox.sendNow(id).catch(() => undefined)
    await (await tab.outbox.holdForEditing(id)).release()
    expect(evicted).toEqual([])
  })

  it('opens its editor all the same', async () => {
    const { tab, id } = await fullPhone()
    expect((await tab.outbox.holdForEditing(id)).entry).toMatchObject({ id, payload: { title: 'First' } })
  })

  it('does not take for sent what is saved while an earlier version is on its way', async () => {
    const { tab, network, arrivals, id } = await fullPhone({ frees: true })
    network.setOffline(false)
    // The upload, and what names it.
    network.next('none', 'none', 'late')
    const delivery = tab.outbox.deliver({ networkIsBack: true })
    await network.whenHanging()
    await tab.outbox.replace(id, eventContent('Second'))
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

  it('sends nothing that is open in an editor, though it has no room for its lease', async () => {
    const { phone, tab, network, arrivals, id } = await fullPhone()
    const hold = await phone.openTab({ kind: 'worker' }).outbox.holdForEditing(id)
    network.setOffline(false)
    expect((await tab.outbox.deliver({ networkIsBack: true })).nextAttemptInMs).toBeGreaterThan(MINUTE)
    expect(arrivals).toEqual([])
    await hold.release()
    await tab.outbox.deliver()
    expect(arrivals.map(({ key }) => key)).toEqual([id])
  })

  it('tells what the server has refused, and gives up images for it', async () => {
    const { tab, network, evicted } = await fullPhone({
      frees: true,
      respond: () => Response.json(REFUSED, { status: 422 }),
    })
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await onlyEntry(tab)).toMatchObject({
      state: 'needs-attention',
      lastError: { code: 'VALIDATION_FAILED' },
    })
    expect(evicted).toEqual(['images'])
  })

  it('gives up nothing for what a sign-in will send', async () => {
    const { tab, network, evicted } = await fullPhone({
      respond: () => Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 }),
    })
    network.setOffline(false)
    expect(await tab.outbox.deliver({ networkIsBack: true })).toMatchObject({ left: 0 })
    expect(evicted).toEqual([])
  })

  it('sends nothing twice that it cannot note: neither what is refused nor what has to wait', async () => {
    const responses = [
      Response.json(
        { error: { code: 'UNAVAILABLE', message: '' } },
        { status: 503, headers: { 'retry-after': '600' } },
      ),
      Response.json(REFUSED, { status: 422 }),
    ]
    const { tab, network } = await fullPhone({ respond: () => responses.shift() })
    network.setOffline(false)
    expect(await tab.outbox.deliver({ networkIsBack: true })).toMatchObject({ nextAttemptInMs: 10 * MINUTE })
    await tab.outbox.deliver({ networkIsBack: true })
    expect(responses).toHaveLength(1)
    await tab.outbox.sendNow()
    expect(await tab.outbox.deliver({ networkIsBack: true })).toMatchObject({ left: 0 })
    expect(responses).toHaveLength(0)
  })

  it('sends what waits for its next attempt when the network is back, and when the person asks', async () => {
    const { tab, network, arrivals, id } = await fullPhone({ random: () => 0.9 })
    network.setOffline(false)
    await tab.outbox.deliver()
    expect(arrivals).toEqual([])
    await tab.outbox.sendNow(id)
    expect(arrivals.map(({ key }) => key)).toEqual([id])

    const other = await fullPhone({ random: () => 0.9 })
    other.network.setOffline(false)
    await other.tab.outbox.deliver({ networkIsBack: true })
    expect(other.arrivals.map(({ key }) => key)).toEqual([other.id])
  })

  it('sends what a page that was killed has left', async () => {
    const { phone, tab, network, arrivals, id, setFull } = await fullPhone()
    setFull(false)
    network.setOffline(false)
    network.next('hang')
    void tab.outbox.deliver({ networkIsBack: true })
    await network.whenHanging()
    setFull(true)
    tab.kill()
    const next = phone.openTab({ kind: 'worker' })
    await delivered(next)
    expect(arrivals.map(({ key }) => key)).toEqual([id])
  })

  it('sends what waited for its owner to sign in', async () => {
    const { tab, network, arrivals, id, setFull } = await fullPhone()
    setFull(false)
    await tab.outbox.discard(id)
    network.setOffline(false)
    await tab.session.login('ana@example.com', 'tidal wonder 88')
    network.setOffline(true)
    await tab.outbox.enqueue(messageContent())
    await tab.session.logout()
    await delivered(tab)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'paused-sign-in' })
    network.setOffline(false)
    await tab.session.login('ana@example.com', 'tidal wonder 88')
    setFull(true)
    await delivered(tab)
    expect(arrivals).toHaveLength(1)
  })
})
