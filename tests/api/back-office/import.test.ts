import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { review } from '@tests/support/server/calls'
import { activities, events, importSources } from '@/server/platform/database/schema'
import type { ImportPreview } from '@/contract/back-office/import'

const DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['music'],
  email: '',
}

let test: TestApp
let calendar: Server
let origin = ''
let respond: (response: ServerResponse, path: string) => void
beforeAll(async () => {
  calendar = createServer((request, response) => respond(response, request.url ?? ''))
  await new Promise<void>((resolve) => {
    calendar.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(calendar.address() as AddressInfo).port}`
  test = await buildTestApp({ config: { importLoopback: true } })
})
afterAll(async () => {
  calendar.closeAllConnections()
  calendar.close()
  await test.close()
})
beforeEach(async () => {
  await test.db.delete(events)
  await test.db.delete(importSources)
})

const event = (uid: string, title: string, more = '') =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${title}\nDESCRIPTION:An evening at the sea.\nDTSTART:20260701T200000Z\nDTEND:20260701T220000Z\nLOCATION:Praia do Sul\n${more}END:VEVENT\n`
const ics = (...all: string[]) => `BEGIN:VCALENDAR\nVERSION:2.0\n${all.join('')}END:VCALENDAR\n`
const placeless = (title: string) => event('1', title).replace('LOCATION:Praia do Sul\n', '')
const file = (text: string, name = 'club.ics') => ({ name, file: Buffer.from(text).toString('base64') })

async function preview(source: object, more: object = {}) {
  const response = await byAdmin(test, 'POST', '/imports/preview', { source, defaults: DEFAULTS, ...more })
  expect(response.status, response.text).toBe(200)
  return response.data as ImportPreview & { trouble?: string }
}

const run = (items: ImportPreview['items'], source: object = {}, more: object = {}) =>
  byAdmin(test, 'POST', '/imports', {
    source: { name: 'club.ics', format: 'ics', defaults: DEFAULTS, ...source },
    items: items.flatMap(({ uid, digest, has_place, event: imported }) =>
      imported ? [{ uid, digest, has_place, event: imported, ...more }] : [],
    ),
  })

async function importText(text: string) {
  const { items } = await preview(file(text))
  return run(items)
}

const redirectTo = (location: string) => {
  respond = (response) => response.writeHead(302, { location }).end()
}

const stored = () => test.db.select().from(events)

const three = (more: string) => ics(event('1', 'Concert', more), event('2', 'Reading'), event('3', 'Ball'))

describe('importing a calendar', () => {
  it('stores nothing at the preview', async () => {
    const { items } = await preview(file(ics(event('1', 'Concert'))))
    expect(items).toMatchObject([{ uid: '1', title: 'Concert', state: 'new' }])
    expect(await stored()).toEqual([])
    expect(await test.db.select().from(importSources)).toEqual([])
  })

  it('makes submissions on review, and mails nobody', async () => {
    const before = test.mails.sent.length
    const response = await importText(ics(event('1', 'Concert'), event('2', 'Reading')))
    const { created_ids, ...counts } = response.data as { created_ids: string[] }
    expect(counts).toEqual({ created: 2, updated: 0, unchanged: 0, failed: [] })
    expect(created_ids.toSorted()).toEqual((await stored()).map(({ id }) => id).toSorted())
    const [one] = (await stored()).filter(({ title }) => title === 'Concert')
    const found = await inBackOffice(test, one?.id ?? '')
    expect(found).toMatchObject({
      status: 'ON_REVIEW',
      imported_from: { name: 'club.ics' },
      location_name: 'Praia do Sul - Rua da Praia do Sul, Ericeira',
      tags: [{ key: 'music' }],
      schedules: [{ start_time: Date.UTC(2026, 6, 1, 20) / 1000 }],
    })
    await test.jobs.runDue()
    expect(test.mails.sent.length).toBe(before)
  })

  it('doubles nothing when it is run again', async () => {
    const text = ics(event('1', 'Concert'))
    await importText(text)
    expect((await preview(file(text))).items).toMatchObject([{ state: 'unchanged' }])
    expect((await importText(text)).data).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    expect(await stored()).toHaveLength(1)
  })

  it('doubles nothing when two run at once', async () => {
    const items = (await preview(file(ics(event('1', 'Concert'), event('2', 'Reading'))))).items
    const responses = await Promise.all([run(items), run(items.toReversed()), run(items)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(responses.map(({ data }) => (data as { created: number }).created).toSorted()).toEqual([0, 0, 2])
    expect(await stored()).toHaveLength(2)
    expect(await test.db.select().from(importSources)).toHaveLength(1)
  })

  it('says that a file’s name was imported before, and keeps what has another name apart', async () => {
    const first = await preview(file(ics(event('1', 'Concert'))))
    expect(first.known).toBeUndefined()
    await run(first.items)
    const ofTheSchool = ics(event('1', 'Reading'))
    const again = await preview(file(ofTheSchool))
    expect(again.known).toEqual({ events: 1, last_run_at: Date.UTC(2026, 5, 15, 10) / 1000 })
    expect(again.items).toMatchObject([{ state: 'changed' }])

    const apart = await preview(file(ofTheSchool, 'School club.ics'))
    expect(apart.known).toBeUndefined()
    expect(apart).toMatchObject({ items: [{ state: 'new' }], gone: [] })
    await run(apart.items, { name: apart.name })
    expect((await stored()).map(({ title }) => title).toSorted()).toEqual(['Concert', 'Reading'])
  })

  it('updates what the source has changed, and what is published stays so and is synced again', async () => {
    await importText(ics(event('1', 'Concert')))
    const id = (await stored())[0]?.id ?? ''
    await review(test, id, { action: 'approve' })
    const { cursor } = await syncProgramme(test)
    const changed = ics(event('1', 'Concert and ball').replace('T200000Z', 'T210000Z'))
    expect((await preview(file(changed))).items).toMatchObject([
      { state: 'changed', status: 'PUBLISHED', event_id: id },
    ])
    const before = (await stored())[0]?.revision ?? 0
    expect((await importText(changed)).data).toMatchObject({ updated: 1 })
    const synced = await syncProgramme(test, cursor)
    expect(synced.items).toMatchObject([
      { id, title: 'Concert and ball', schedules: [{ start_time: Date.UTC(2026, 6, 1, 21) / 1000 }] },
    ])
    expect((await stored()).map(({ status, revision }) => [status, revision])).toEqual([
      ['PUBLISHED', before + 1],
    ])
  })

  it('leaves tags that an administrator chose, and a place that the source does not know', async () => {
    await importText(ics(placeless('Concert')))
    const id = (await stored())[0]?.id ?? ''
    await edit(test, id, { tag_keys: ['yoga'], location_name: 'The old mill' })
    await importText(ics(placeless('Concert at six')))
    expect(await inBackOffice(test, id)).toMatchObject({
      title: 'Concert at six',
      tags: [{ key: 'yoga' }],
      location_name: 'The old mill',
    })
  })

  it('keeps what somebody changed here, and shows the old and the new of each field', async () => {
    const first = await preview(file(ics(event('1', 'Concert', 'URL:https://example.com/\n'))))
    await run(first.items)
    const id = (await stored())[0]?.id ?? ''
    await edit(test, id, { ...first.items[0]?.event, title: 'Concert of the choir', price: 5 })
    const moved = ics(event('1', 'Concert', 'URL:https://example.org/\n').replace('T220000Z', 'T223000Z'))
    const { items } = await preview(file(moved))
    expect(items).toMatchObject([
      {
        state: 'changed',
        event: { title: 'Concert' },
        current: { title: 'Concert of the choir', price: 5 },
        changes: [
          { field: 'title', by_hand: true },
          { field: 'timetable', by_hand: false },
          { field: 'price', by_hand: true },
          { field: 'info_url', by_hand: false },
        ],
      },
    ])
    await run(items, {}, { keep: ['title', 'price'] })
    expect(await inBackOffice(test, id)).toMatchObject({
      title: 'Concert of the choir',
      price: 5,
      info_url: 'https://example.org/',
      schedules: [{ end_time: Date.UTC(2026, 6, 1, 22, 30) / 1000 }],
    })
    // A field that was kept counts as changed by hand the next time, too.
    const again = await preview(file(moved.replace('An evening', 'A long evening')))
    expect(again.items[0]?.changes).toEqual([
      { field: 'title', by_hand: true },
      { field: 'description', by_hand: false },
      { field: 'price', by_hand: true },
    ])
  })

  it('keeps what was corrected at an import', async () => {
    const first = await preview(file(ics(event('1', 'Concert'))))
    await run(first.items, {}, { correction: { title: 'Concert by the sea' } })
    expect(await stored()).toMatchObject([{ title: 'Concert by the sea' }])
    const { items } = await preview(file(ics(event('1', 'Concert', 'URL:https://example.org/\n'))))
    expect(items[0]?.changes).toEqual([
      { field: 'title', by_hand: true },
      { field: 'info_url', by_hand: false },
    ])
  })

  it('names what is cancelled at its source and still to come here', async () => {
    await importText(three(''))
    for (const { id, title } of await stored())
      await review(test, id, { action: title === 'Ball' ? 'reject' : 'approve' })
    const cancelled = three('STATUS:CANCELLED\n').replaceAll('UID:3', 'UID:4')
    const { gone, items } = await preview(file(cancelled))
    expect(gone).toMatchObject([{ title: 'Concert', status: 'PUBLISHED', reason: 'cancelled' }])
    expect(items.map(({ uid }) => uid)).toEqual(['2', '4'])
  })

  it('names events that the source no longer has, and deletes none', async () => {
    await importText(ics(event('1', 'Concert'), event('2', 'Reading')))
    const { gone } = await preview(file(ics(event('2', 'Reading'))))
    expect(gone).toMatchObject([{ title: 'Concert', status: 'ON_REVIEW', reason: 'vanished' }])
    expect(await stored()).toHaveLength(2)
  })

  it('writes each event to the activity log', async () => {
    await test.db.delete(activities)
    await importText(ics(event('1', 'Concert')))
    const id = (await stored())[0]?.id
    expect(await test.db.select().from(activities)).toMatchObject([
      { action: 'event.imported', subjectId: id, subjectLabel: 'Concert' },
    ])
  })

  it('names what is wrong since the preview, and stores the others', async () => {
    const { items } = await preview(file(ics(event('1', 'Concert'), event('2', 'Reading'))))
    const wrong = items.map((item) =>
      item.uid === '2' && item.event ? { ...item, event: { ...item.event, tag_keys: ['gone'] } } : item,
    )
    expect((await run(wrong)).data).toMatchObject({ created: 1, failed: [{ uid: '2', code: 'tag_unknown' }] })
  })

  it('reads a table by the columns that are chosen', async () => {
    const text = 'A;B;C\nConcert by the sea;01/07/2026;21:00\n'
    const source = file(text, 'table.csv')
    expect(await preview(source)).toMatchObject({ headings: ['A', 'B', 'C'], columns: {}, items: [] })
    const read = await preview(source, { columns: { title: 'A', start_date: 'B', start_time: 'C' } })
    expect(read).toMatchObject({
      headings: ['A', 'B', 'C'],
      items: [{ title: 'Concert by the sea', state: 'new' }],
    })
  })

  it('lists its sources and forgets one without its events', async () => {
    await importText(ics(event('1', 'Concert')))
    const list = async () =>
      ((await byAdmin(test, 'GET', '/imports')).data as { items: { id: string }[] }).items
    const [source] = await list()
    expect(source).toMatchObject({ name: 'club.ics', format: 'ics', events: 1, defaults: DEFAULTS })
    expect((await byAdmin(test, 'DELETE', `/imports/${source?.id ?? ''}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await stored()).toHaveLength(1)
  })
})

describe('fetching a calendar', () => {
  it('reads what an address has, whatever type it claims, and finds its events again', async () => {
    respond = (response, path) =>
      path === '/old'
        ? response.writeHead(301, { location: '/new.ics' }).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(ics(event('1', 'Concert')))
    const url = `${origin}/old`
    const { items, name } = await preview({ url })
    expect(name).toBe('127.0.0.1')
    await run(items, { name, url })
    const again = await preview({ url })
    expect(again.items).toMatchObject([{ uid: '1', state: 'unchanged' }])
    // An address is one calendar.
    expect(again.known).toBeUndefined()
  })

  it.each([
    'http://10.0.0.1/calendar.ics',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
  ])('does not follow a redirect to %s', async (location) => {
    redirectTo(location)
    expect(await preview({ url: `${origin}/` })).toEqual({ trouble: 'address_private' })
  })

  it.each(['file:///etc/passwd', 'ftp://example.com/calendar.ics', 'http://user:secret@example.com/'])(
    'does not follow a redirect to %s',
    async (location) => {
      redirectTo(location)
      expect(await preview({ url: `${origin}/` })).toEqual({ trouble: 'unreachable' })
    },
  )

  it('gives up on redirects that go round', async () => {
    redirectTo('/')
    expect(await preview({ url: `${origin}/` })).toEqual({ trouble: 'refused' })
  })

  it('reads no more than it may', async () => {
    respond = (response) => {
      response.on('error', () => {})
      response.end('BEGIN:VCALENDAR\n'.padEnd(5 * 1024 * 1024 + 1, 'x'))
    }
    expect(await preview({ url: `${origin}/` })).toEqual({ trouble: 'too_big' })
  })

  it('says that a page is no calendar, and that an address has none', async () => {
    respond = (response) => response.end('<!doctype html><title>Programme</title>')
    expect(await preview({ url: `${origin}/` })).toEqual({ trouble: 'not_a_calendar' })
    respond = (response) => response.writeHead(404).end()
    expect(await preview({ url: `${origin}/` })).toEqual({ trouble: 'refused' })
  })

  it('connects to no address of its own network without being told to', async () => {
    const strict = await buildTestApp()
    try {
      let requests = 0
      respond = (response) => {
        requests += 1
        response.end(ics(event('1', 'Concert')))
      }
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1']) {
        const url = `${origin.replace('127.0.0.1', host)}/`
        const response = await byAdmin(strict, 'POST', '/imports/preview', {
          source: { url },
          defaults: DEFAULTS,
        })
        expect(response.data, host).toEqual({ trouble: 'address_private' })
      }
      expect(requests).toBe(0)
    } finally {
      await strict.close()
    }
  })
})
