import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock, type FakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent } from '@tests/support/offline/outbox-contents'
import { deferred } from '@/offline/platform/deferred'
import { openOutboxDatabase } from '@/offline/outbox/database'
import type { OutboxContent } from '../entry'
import { OutboxFull } from '../entry-store'
import { OutboxUnavailable } from './send-unstored'

const START = Date.UTC(2026, 5, 15, 10)
/** After this long the storage counts as silent. */
const TIMEOUT_MS = 5000
/** The timeout of each later step while the storage is silent. */
const REPEATED_TIMEOUT_MS = 250

/** A server that stores everything once for each key. */
function setUp(indexedDB: IDBFactory) {
  const keys: string[] = []
  const bodies: (string | undefined)[] = []
  const serve: Serve = async ({ url, headers, body }) => {
    const key = headers['idempotency-key']
    if (key === undefined)
      return Response.json({ error: { code: 'NOT_FOUND', message: url } }, { status: 404 })
    keys.push(key)
    bodies.push(body)
    return Response.json({ data: { id: `row of ${key}`, title: 't', status: 'ON_REVIEW' } }, { status: 201 })
  }
  const clock = watchedClock()
  const network = faultyNetwork(serve)
  const database = { indexedDB, IDBKeyRange }
  const phone = createPhone({ clock, network, database })
  return { clock, network, phone, database, keys, bodies, tab: phone.openTab() }
}

/** A clock that says when somebody begins to wait for the storage: the first part of a timeout is four fifths of it. */
function watchedClock(): FakeClock & { storageAwaited: () => Promise<void> } {
  const clock = fakeClock(START)
  let begun = deferred<undefined>()
  return {
    ...clock,
    after(delayMs, run) {
      const cancel = clock.after(delayMs, run)
      if (delayMs === TIMEOUT_MS * 0.8 || delayMs === REPEATED_TIMEOUT_MS * 0.8) begun.resolve(undefined)
      return cancel
    },
    async storageAwaited() {
      await begun.promise
      begun = deferred()
    },
  }
}

/** A storage whose next commit of the outbox is on the disk, and not reported until `release`. */
function quietFactory() {
  const factory = new IDBFactory()
  const committed = deferred<undefined>()
  const held: (() => void)[] = []
  let isQuiet = false
  const open = factory.open.bind(factory)
  factory.open = (name, version) => {
    const request = open(name, version)
    request.addEventListener('success', () => {
      const { result } = request
      if (result.name !== 'ericeira-outbox') return
      const begin = result.transaction.bind(result)
      result.transaction = (...args) => {
        const transaction = begin(...args)
        const dispatch = transaction.dispatchEvent.bind(transaction)
        transaction.dispatchEvent = (event) => {
          if (!isQuiet || event.type !== 'complete' || args[1] !== 'readwrite') return dispatch(event)
          held.push(() => dispatch(event))
          committed.resolve(undefined)
          return true
        }
        return transaction
      }
    })
    return request
  }
  return {
    factory,
    committed: committed.promise,
    beQuiet: () => (isQuiet = true),
    release() {
      isQuiet = false
      for (const report of held) report()
    },
  }
}

const refusing = (name: string) =>
  Object.assign(new IDBFactory(), {
    open: () => {
      throw new DOMException('Refused', name)
    },
  })

const refuse = () => {
  throw new DOMException('Broken', 'InvalidStateError')
}

/** A storage that breaks at a moment. */
function breakable() {
  const factory = new IDBFactory()
  let isBroken = false
  const open = factory.open.bind(factory)
  factory.open = (name, version) => {
    if (isBroken) refuse()
    const request = open(name, version)
    request.addEventListener('success', () => {
      const begin = request.result.transaction.bind(request.result)
      request.result.transaction = (...args) => (isBroken ? refuse() : begin(...args))
    })
    return request
  }
  return { factory, breakDown: () => (isBroken = true) }
}

describe('where this device’s storage is refused', () => {
  it.each(['SecurityError', 'UnknownError', 'AbortError', 'DataError', 'QuotaExceededError'])(
    'what is written is sent at once: %s',
    async (name) => {
      const { tab, keys } = setUp(refusing(name))
      const entry = await tab.outbox.enqueue(messageContent())
      expect(entry).toMatchObject({ state: 'sent', receipt: { id: `row of ${entry.id}` } })
      expect(keys).toEqual([entry.id])
    },
  )

  it('and the network is away, the caller learns what the attempt met', async () => {
    const { tab, network } = setUp(refusing('SecurityError'))
    network.setOffline(true)
    const unsent = await tab.outbox.enqueue(messageContent()).catch((error: unknown) => error)
    expect(unsent).toBeInstanceOf(OutboxUnavailable)
    expect(unsent).toMatchObject({ lastError: { code: 'NETWORK' } })
  })

  it('for want of room, and the network is away, the caller learns that the device is full', async () => {
    const { tab, network } = setUp(refusing('QuotaExceededError'))
    network.setOffline(true)
    await expect(tab.outbox.enqueue(messageContent())).rejects.toThrow(OutboxFull)
  })

  it('a page that has gone sends nothing', async () => {
    const { tab, keys } = setUp(new IDBFactory())
    tab.outbox.close()
    await expect(tab.outbox.enqueue(messageContent())).rejects.toThrow('Database has been closed')
    expect(keys).toEqual([])
  })
})

describe('where this device’s storage breaks while a form is open', () => {
  it.each([true, false])('what is written in it is sent once, changed since: %s', async (isChanged) => {
    const { factory, breakDown } = breakable()
    const { tab, keys, network } = setUp(factory)
    const form = await tab.outbox.openDraft('message/new')
    expect(form.isStored).toBe(true)
    breakDown()
    if (isChanged) form.change(messageContent(), undefined, false)
    network.next('drop-after')
    await expect(form.submit(messageContent(), undefined)).rejects.toThrow(OutboxUnavailable)
    expect(await form.submit(messageContent(), undefined)).toMatchObject({ state: 'sent' })
    expect(keys).toEqual([form.key().token, form.key().token])
  })
})

it('the same text that took longer to write is the same to the server, other text is not', async () => {
  const { tab, keys, bodies, network } = setUp(refusing('SecurityError'))
  const form = await tab.outbox.openDraft('event/new')
  const submitted = (ms: number, title?: string) => {
    const { kind, payload } = eventContent(title)
    return form.submit({ kind, payload: { ...payload, filled_in_ms: ms } } as OutboxContent, undefined)
  }
  for (const title of [undefined, 'Another title']) {
    network.next('drop-after')
    await expect(submitted(4000, title)).rejects.toThrow(OutboxUnavailable)
  }
  network.next('drop-after')
  await expect(submitted(5000, 'Another title')).rejects.toThrow(OutboxUnavailable)
  expect(new Set(keys)).toEqual(new Set([form.key().token]))
  expect(bodies[1]).not.toBe(bodies[0])
  expect(bodies[2]).toBe(bodies[1])
})

describe('where this device’s storage is silent', () => {
  it('what is written is sent at once, and not stored when the storage comes back', async () => {
    const { tab, clock, keys, database } = setUp(new IDBFactory())
    const raw = openOutboxDatabase(database)
    const isBlocked = deferred<undefined>()
    const end = deferred<undefined>()
    const blocking = raw.transaction('rw', raw.entries, async () => {
      await raw.entries.count()
      isBlocked.resolve(undefined)
      await Dexie.waitFor(end.promise)
    })
    await isBlocked.promise
    const enqueued = tab.outbox.enqueue(messageContent())
    await clock.storageAwaited()
    clock.advance(TIMEOUT_MS)
    expect(await enqueued).toMatchObject({ state: 'sent' })
    end.resolve(undefined)
    await blocking
    expect(await tab.outbox.list()).toEqual([])
    expect(keys).toHaveLength(1)
    raw.close()
  })

  it.each(['reaches the server', 'is lost'])(
    'what it commits all the same is delivered under the same key, when the attempt in between %s',
    async (fate) => {
      const { factory, committed, beQuiet, release } = quietFactory()
      const { tab, clock, network, keys } = setUp(factory)
      expect(await tab.outbox.list()).toEqual([])
      beQuiet()
      const enqueued = tab.outbox.enqueue(messageContent())
      await committed
      await clock.storageAwaited()
      if (fate === 'is lost') network.next('hang')
      clock.advance(TIMEOUT_MS)
      if (fate === 'is lost') await network.whenHanging()
      release()
      const [entry] = await tab.outbox.list()
      const settled = tab.outbox.settled(entry?.id ?? '', 60_000)
      expect(await settled).toMatchObject({ state: 'sent' })
      clock.advance(15_000)
      const { id } = await enqueued
      await tab.outbox.deliver()
      expect(await tab.outbox.waiting()).toBe(0)
      expect(new Set(keys)).toEqual(new Set([id]))
      tab.kill()
    },
  )
})

it('what was sent for want of room is no draft any more: deleting needs none', async () => {
  const { factory, setFull } = fillableStorage()
  const { tab, keys } = setUp(factory)
  const form = await tab.outbox.openDraft('event/new')
  form.change('Sunset Sessions', undefined, false)
  await form.flush()
  expect(await tab.outbox.drafts.list('event/new')).toHaveLength(1)
  setFull(true)
  const entry = await form.submit(eventContent('Sunset Sessions'), undefined)
  expect(entry).toMatchObject({ state: 'sent' })
  expect(keys).toEqual([entry.id])
  await vi.waitFor(async () => expect(await tab.outbox.drafts.list('event/new')).toEqual([]))
})
