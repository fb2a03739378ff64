import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { events } from '@/server/platform/database/schema'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { type Fault, faultyNetwork, type Serve, serveByInject } from '@tests/support/offline/faulty-network'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { buildTestApp, TEST_NOW, type TestApp } from '@tests/support/server/app'
import { fakeClock } from '@tests/support/server/fake-clock'
import { jpeg } from '@tests/support/server/images'
import { createDevice, type Tab } from './walk/device'

const LATER = 25 * 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterEach(() => app.clock.set(TEST_NOW))
afterAll(() => app.close())

/** A device, and what each of its requests brought to the server. */
function openDevice(serve: Serve = serveByInject(app.app)) {
  const clock = fakeClock(app.clock.nowMs())
  const brought: ('named' | 'bytes' | 'base64')[] = []
  const network = faultyNetwork((request) => {
    if (request.file !== undefined) brought.push('bytes')
    const { photo } = JSON.parse(request.body ?? '{}') as { photo?: unknown }
    if (photo !== undefined) brought.push(typeof photo === 'string' ? 'base64' : 'named')
    return serve(request)
  })
  const device = createDevice({ clock, network, random: () => 0, disk: fillableStorage() })
  return { clock, network, brought, tab: device.open() }
}

const uploads = () => readdir(join(app.dataDir, 'uploads'))
const rowsOf = (title: string) => app.db.select().from(events).where(eq(events.title, title))
const stateIn = async (tab: Tab) => (await tab.entries())[0]?.state
let shade = 0x20
const poster = async () => photoOf(await jpeg(`#34${(shade += 1).toString(16)}78`, 90, 120))

describe('the photo of a submission travels as bytes, once, where the server has not got it', () => {
  it.each<{ what: string; faults: (Fault | 'none')[]; bytes: number }>([
    { what: 'nothing happens', faults: [], bytes: 1 },
    { what: 'the upload is cut off', faults: ['none', 'cut'], bytes: 2 },
    { what: 'the response to the upload is lost', faults: ['none', 'drop-after'], bytes: 1 },
    { what: 'the response to the submission is lost', faults: ['none', 'none', 'drop-after'], bytes: 1 },
    { what: 'the submission arrives twice', faults: ['none', 'none', 'twice'], bytes: 1 },
  ])('$what', async ({ what, faults, bytes }) => {
    const { tab, network, clock, brought } = openDevice()
    network.next(...faults)
    await tab.submit(eventContent(what), await poster())
    for (let attempt = 0; attempt <= faults.length; attempt += 1) {
      await tab.deliver()
      clock.jump(LATER)
    }
    expect(await rowsOf(what)).toMatchObject([{ photo: { width: 90, height: 120 } }])
    expect(brought.filter((kind) => kind === 'bytes')).toHaveLength(bytes)
    expect(brought).not.toContain('base64')
  })

  it('the server has swept it in between: it is uploaded again', async () => {
    const { tab, network, clock, brought } = openDevice()
    network.next('none', 'none', 'drop-before')
    await tab.submit(eventContent('Swept in between'), await poster())
    await tab.deliver()
    for (const file of await uploads()) await rm(join(app.dataDir, 'uploads', file))
    clock.jump(LATER)
    await tab.deliver()
    expect(brought).toEqual(['named', 'bytes', 'named', 'bytes', 'named'])
    expect(await rowsOf('Swept in between')).toHaveLength(1)
  })
})

/** A server without uploads that refuses a photo which is named, with this. */
const foreign =
  (error: object, status: number): Serve =>
  async ({ method, body }) => {
    if (method !== 'POST') return new Response('Not found', { status: 404 })
    const { photo } = JSON.parse(body ?? '{}') as { photo?: unknown }
    return typeof photo === 'object'
      ? Response.json({ error: { message: 'No', ...error } }, { status })
      : Response.json({ data: { id: '17' } }, { status: 201 })
  }

describe('another server that keeps the contract', () => {
  it.each([
    {
      does: 'refuses its name',
      code: 'BAD_PHOTO',
      status: 400,
      fields: [{ path: 'photo', code: 'no_text' }],
    },
    { does: 'knows no uploads', code: 'UPLOAD_MISSING', status: 409, fields: [] },
  ])('gets the photo as text where it $does', async ({ code, fields, status }) => {
    const { tab, brought } = openDevice(foreign({ code, fields }, status))
    await tab.submit(eventContent('Elsewhere'), await poster())
    await tab.deliver()
    expect(brought.at(-1)).toBe('base64')
    expect(await stateIn(tab)).toBe('sent')
  })

  it('does not get a photo once more that it has judged', async () => {
    const fields = [{ path: 'photo', code: 'photo_broken' }]
    const { tab, brought } = openDevice(foreign({ code: 'VALIDATION_FAILED', fields }, 422))
    await tab.submit(eventContent('Elsewhere'), await poster())
    await tab.deliver()
    expect(brought).toEqual(['named'])
    expect(await stateIn(tab)).toBe('needs-attention')
  })
})
