import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isReadable } from '@/offline/outbox/entry'
import { events } from '@/server/platform/database/schema'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { fakeClock } from '@tests/support/server/fake-clock'
import { jpeg } from '@tests/support/server/images'
import { type Fault, faultyNetwork, serveByInject } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'

const MINUTE = 60_000

let app: TestApp
let poster: Buffer

beforeAll(async () => {
  app = await buildTestApp()
  poster = await jpeg('#0b6e8a', 90, 120)
})
afterEach(() => app.clock.set(TEST_NOW))
afterAll(() => app.close())

/** A phone, and what each of its requests brought to the server. */
function openPhone() {
  const clock = fakeClock(app.clock.nowMs())
  const serve = serveByInject(app.app)
  const photos: ('named' | 'bytes' | 'base64')[] = []
  const network = faultyNetwork((request) => {
    if (request.file !== undefined) photos.push('bytes')
    const { photo } = JSON.parse(request.body ?? '{}') as { photo?: unknown }
    if (photo !== undefined) photos.push(typeof photo === 'string' ? 'base64' : 'named')
    return serve(request)
  })
  const phone = createPhone({ clock, network, newId: () => crypto.randomUUID() })
  return { clock, network, phone, photos, tab: phone.openTab() }
}

/** A phone of a server that keeps the contract and has no uploads, and what its submissions brought there. */
function openForeignPhone(refusal: object, status: number) {
  const submitted: unknown[] = []
  const network = faultyNetwork(async ({ method, url, body }) => {
    if (method !== 'POST' || !url.endsWith('/events')) return new Response('Not found', { status: 404 })
    const { photo } = JSON.parse(body ?? '{}') as { photo?: unknown }
    submitted.push(photo)
    return typeof photo === 'object'
      ? Response.json(refusal, { status })
      : Response.json({ data: { id: '17' } }, { status: 201 })
  })
  const clock = fakeClock(app.clock.nowMs())
  const phone = createPhone({ clock, network, newId: () => crypto.randomUUID() })
  return { submitted, tab: phone.openTab() }
}

const rowsOf = (title: string) => app.db.select().from(events).where(eq(events.title, title))

async function onlyEntry(tab: Tab) {
  const [entry] = await tab.outbox.list()
  if (entry === undefined || !isReadable(entry)) throw new Error('The outbox is empty')
  return entry
}

describe('the photo of a submission', () => {
  it('travels as bytes, where the server has not got it', async () => {
    const { tab, photos } = openPhone()
    const { id } = await tab.outbox.enqueue(eventContent('As bytes'), photoOf(poster))
    expect(await tab.outbox.settled(id, 8000)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(photos).toEqual(['named', 'bytes', 'named'])
    expect(await rowsOf('As bytes')).toMatchObject([{ photoWidth: 90, photoHeight: 120 }])
  })

  it.each<{ what: string; faults: (Fault | 'none')[]; bytes: number }>([
    { what: 'the first request is lost', faults: ['drop-before'], bytes: 1 },
    { what: 'the upload is cut off', faults: ['none', 'cut'], bytes: 2 },
    { what: 'the upload hangs on a portal', faults: ['none', 'portal'], bytes: 1 },
    { what: 'the response to the upload is lost', faults: ['none', 'drop-after'], bytes: 1 },
    { what: 'the upload arrives twice', faults: ['none', 'twice'], bytes: 2 },
    { what: 'the response to the submission is lost', faults: ['none', 'none', 'drop-after'], bytes: 1 },
    { what: 'the submission arrives twice', faults: ['none', 'none', 'twice'], bytes: 1 },
    {
      what: 'everything is lost in turn',
      faults: ['cut', 'none', 'cut', 'none', 'drop-after', 'drop-after'],
      bytes: 2,
    },
  ])(
    'arrives exactly once, and is not sent again where it has arrived: $what',
    async ({ what, faults, bytes }) => {
      const { tab, network, clock, photos } = openPhone()
      network.next(...faults)
      await tab.outbox.enqueue(eventContent(what), photoOf(await jpeg(colourOf(what))))
      for (let attempt = 0; attempt <= faults.length; attempt += 1) {
        await tab.outbox.deliver()
        clock.jump(20 * MINUTE)
      }
      expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
      expect(await rowsOf(what)).toMatchObject([{ photoWidth: 640 }])
      expect(photos.filter((photo) => photo === 'bytes')).toHaveLength(bytes)
      expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([])
    },
  )

  it('travels as bytes and once when an edit adds it to an entry that was tried without', async () => {
    const { tab, network, clock, photos } = openPhone()
    network.setOffline(true)
    const { id } = await tab.outbox.enqueue(eventContent('Added by an edit'))
    await tab.outbox.deliver()
    await tab.outbox.replace(id, eventContent('Added by an edit'), photoOf(await jpeg('#345678', 90, 120)))
    network.setOffline(false)
    network.next('none', 'none', 'drop-before')
    await tab.outbox.deliver({ networkIsBack: true })
    clock.jump(20 * MINUTE)
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ id, state: 'sent' })
    expect(photos).toEqual(['named', 'bytes', 'named'])
    expect(await rowsOf('Added by an edit')).toMatchObject([{ photoWidth: 90 }])
  })

  it('is uploaded again when the server has swept it in between, under the same key', async () => {
    const { tab, network, clock, photos } = openPhone()
    network.next('none', 'none', 'drop-before')
    const { id } = await tab.outbox.enqueue(eventContent('Swept in between'), photoOf(poster))
    await tab.outbox.deliver()
    const folder = join(app.dataDir, 'uploads')
    for (const file of await readdir(folder)) await rm(join(folder, file))
    clock.jump(25 * 60 * MINUTE)
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ id, state: 'sent', attempts: 2 })
    expect(photos).toEqual(['named', 'bytes', 'named', 'bytes', 'named'])
    expect(await rowsOf('Swept in between')).toHaveLength(1)
  })

  it('waits for another attempt when it goes away again and again', async () => {
    const { tab, network } = openPhone()
    const { fetch } = network
    vi.spyOn(network, 'fetch').mockImplementation(async (url, init) => {
      const response = await fetch(url, init)
      if (init?.method === 'PUT') await rm(join(app.dataDir, 'uploads'), { recursive: true })
      return response
    })
    await tab.outbox.enqueue(eventContent('Again and again'), photoOf(poster))
    await tab.outbox.deliver()
    expect(await onlyEntry(tab)).toMatchObject({ state: 'queued', lastError: { code: 'UPLOAD_MISSING' } })
  })
})

it('a page without Web Crypto sends base64', async () => {
  vi.spyOn(globalThis, 'crypto', 'get').mockReturnValue({
    ...crypto,
    randomUUID: crypto.randomUUID.bind(crypto),
    subtle: undefined,
  } as unknown as Crypto)
  const { tab, photos } = openPhone()
  const { id } = await tab.outbox.enqueue(eventContent('Without TLS'), photoOf(poster))
  expect(await tab.outbox.settled(id, 8000)).toMatchObject({ state: 'sent' })
  expect(photos).toEqual(['base64'])
})

/** The colour of a picture, another one for every text. */
function colourOf(text: string): string {
  const sum = [...text].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 0xff_ff_ff, 7)
  return `#${sum.toString(16).padStart(6, '0')}`
}

describe('another server that keeps the contract', () => {
  it('has stored what it names by its id: that is sent once', async () => {
    const { tab, submitted } = openForeignPhone({}, 500)
    await tab.outbox.enqueue(eventContent('Elsewhere'))
    await tab.outbox.deliver()
    await tab.outbox.deliver()
    expect(submitted).toHaveLength(1)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent', receipt: { id: '17' } })
  })

  it.each([
    [
      'refuses the photo by its name',
      { code: 'BAD_PHOTO', fields: [{ path: 'photo', code: 'no_text' }] },
      400,
    ],
    ['takes no uploads', { code: 'UPLOAD_MISSING' }, 409],
  ])('gets a photo as text where it %s', async (_, error, status) => {
    const { tab, submitted } = openForeignPhone({ error: { message: 'No', ...error } }, status)
    await tab.outbox.enqueue(eventContent('Elsewhere'), photoOf(poster))
    await tab.outbox.deliver()
    expect(submitted.map((photo) => typeof photo)).toEqual(['object', 'string'])
    expect(submitted[1]).toBe(poster.toString('base64'))
    expect(await onlyEntry(tab)).toMatchObject({ state: 'sent' })
  })

  it('does not get a photo once more as text that it has judged', async () => {
    const error = {
      code: 'VALIDATION_FAILED',
      message: 'No',
      fields: [{ path: 'photo', code: 'photo_broken' }],
    }
    const { tab, submitted } = openForeignPhone({ error }, 422)
    await tab.outbox.enqueue(eventContent('Elsewhere'), photoOf(poster))
    await tab.outbox.deliver()
    expect(submitted).toHaveLength(1)
    expect(await onlyEntry(tab)).toMatchObject({ state: 'needs-attention' })
  })
})
