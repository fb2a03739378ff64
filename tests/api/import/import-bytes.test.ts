import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IMPORT_MAX_BYTES, type ImportError } from '@/domain/staff/import'
import { byAdmin } from '@tests/support/server/back-office'
import { review } from '@tests/support/server/calls'
import {
  IMPORT_DEFAULTS,
  ics,
  icsEvent,
  icsFile,
  importWorld,
  statesOf,
  type ImportWorld,
} from '@tests/support/server/import-world'
import { HEAVY_CALENDARS } from '@tests/support/attacks/endless-calendars'
import { buildTestApp } from '@tests/support/server/app'

let world: ImportWorld
beforeAll(async () => {
  world = await importWorld()
})
afterAll(() => world.close())

const CALENDAR = ics(icsEvent('1', 'Concert'), icsEvent('2', 'Reading'))
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex')
const ZIP = Buffer.from('504b0304140000000800', 'hex')

const url = () => `${world.origin}/club.ics`
interface Hostile {
  bytes: Uint8Array | string
  trouble: ImportError
  status?: number
}

const HOSTILE: Record<string, Hostile> = {
  'a .gz file': { bytes: gzipSync(CALENDAR), trouble: 'compressed' },
  'a deflated file': { bytes: deflateSync(CALENDAR), trouble: 'compressed' },
  'a ZIP': { bytes: ZIP, trouble: 'compressed' },
  'a workbook of Excel': {
    bytes: Buffer.concat([ZIP, Buffer.from('____xl/workbook.xml')]),
    trouble: 'excel',
  },
  'an old workbook of Excel': { bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex'), trouble: 'excel' },
  'a PNG': { bytes: PNG, trouble: 'not_text' },
  'a PDF': { bytes: '%PDF-1.7\n1 0 obj', trouble: 'not_text' },
  'a page': { bytes: '<!doctype html><title>Sign in</title>', trouble: 'web_page' },
  'a table of a page': { bytes: '<table><tr><td>a,b</td></tr></table>', trouble: 'web_page' },
  'a calendar with NUL bytes': { bytes: CALENDAR.replace('Concert', 'Con\0cert'), trouble: 'not_text' },
  nothing: { bytes: '', trouble: 'empty' },
  blanks: { bytes: ' \n\n', trouble: 'empty' },
  'a calendar that is cut off': { bytes: CALENDAR.slice(0, CALENDAR.length / 2), trouble: 'cut_off' },
  'a calendar without its last line': { bytes: CALENDAR.replace('END:VCALENDAR\n', ''), trouble: 'cut_off' },
  'a letter': {
    bytes: 'Dear all,\n\nwe meet on Friday, bring, as ever, a friend.\nRita\n',
    trouble: 'not_a_calendar',
  },
  JSON: { bytes: '{"events":[],"a":1}', trouble: 'not_a_calendar' },
  XML: { bytes: '<?xml version="1.0"?><events/>', trouble: 'not_a_calendar' },
}

/** Answers at an address, not seen of files. */
const ANSWERS: Record<string, Hostile> = {
  'too much': { bytes: `${CALENDAR}${' '.repeat(IMPORT_MAX_BYTES)}`, trouble: 'too_big' },
  'an error of the server': { bytes: 'oops', status: 500, trouble: 'refused' },
  'not found': { bytes: CALENDAR, status: 404, trouble: 'refused' },
}

describe('what is no calendar is refused in words, and no event of its source is missing by it', () => {
  let id: string
  beforeAll(async () => {
    await world.empty()
    world.serve((response) => response.end(CALENDAR))
    const response = await world.run(
      await world.preview({ url: url() }),
      { url: url() },
      { is_nightly: true },
    )
    id = (response.data as { source_id: string }).source_id
    for (const event of await world.stored()) await review(world.test, event.id, { action: 'approve' })
  })
  afterAll(() => world.empty())

  it.each(Object.entries({ ...HOSTILE, ...ANSWERS }))('%s', async (name, hostile) => {
    const { bytes, trouble, status = 200 } = hostile
    world.serve((response) => response.writeHead(status).end(bytes))
    expect(await world.preview({ url: url() })).toEqual({ trouble })
    // An empty file is no request, which has its own rule.
    if (name in HOSTILE && bytes.length > 0)
      expect(await world.preview({ ...icsFile(bytes), id })).toEqual({ trouble })
    await world.night()
    const [source] = await world.sources()
    expect(source?.findings).toMatchObject({ vanished: 0, trouble })
    expect((await world.stored()).map((event) => event.status)).toEqual(['PUBLISHED', 'PUBLISHED'])
  })
})

it('names the events that a calendar has no more, though it be all of them, and deletes none', async () => {
  await world.empty()
  await world.importText(CALENDAR)
  const id = (await world.sources())[0]?.id ?? ''
  const reading = await world.preview({ ...icsFile(ics(icsEvent('1', 'Concert'))), id })
  expect(reading.vanished).toMatchObject([{ title: 'Reading', status: 'ON_REVIEW' }])
  expect((await world.preview({ ...icsFile(ics()), id })).vanished).toHaveLength(2)
  await world.run(reading)
  expect(await world.stored()).toHaveLength(2)
})

describe('fetching a calendar', () => {
  beforeEach(() => world.empty())
  it.each([
    ['http://10.0.0.1/calendar.ics', 'address_private'],
    ['http://[::ffff:10.0.0.1]/', 'address_private'],
    ['file:///etc/passwd', 'unreachable'],
    ['http://user:secret@example.com/', 'unreachable'],
    ['/', 'refused'],
  ])('does not follow a redirect to %s', async (location, trouble) => {
    world.serve((response) => response.writeHead(302, { location }).end())
    expect(await world.preview({ url: `${world.origin}/` })).toEqual({ trouble })
  })

  it('follows others, whatever type the answer claims, and finds its events again by the first address', async () => {
    world.serve((response, path) =>
      path === '/old'
        ? response.writeHead(301, { location: '/new.ics' }).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(CALENDAR),
    )
    const old = `${world.origin}/old`
    const reading = await world.preview({ url: old })
    expect(reading.name).toBe('127.0.0.1')
    await world.run(reading, { url: old })
    expect(statesOf(await world.preview({ url: old }))).toEqual(['unchanged', 'unchanged'])
  })

  it('connects to no address of its own network without being told to', async () => {
    const test = await buildTestApp()
    const body = {
      source: { url: world.origin },
      defaults: IMPORT_DEFAULTS,
    }
    expect((await byAdmin(test, 'POST', '/imports/preview', body)).data).toEqual({
      trouble: 'address_private',
    })
    await test.close()
  })
})

it.each(HEAVY_CALENDARS)('megabytes of $name are read or given up', { tags: ['full'] }, async ({ text }) => {
  const { trouble, items } = await world.preview(icsFile(text))
  expect(trouble ?? items.length).toBeOneOf(['too_slow', 'too_big', 'not_a_calendar', 1])
  world.serve((response) => response.end(CALENDAR))
  expect(statesOf(await world.preview({ url: url() }))).toEqual(['new', 'new'])
})
