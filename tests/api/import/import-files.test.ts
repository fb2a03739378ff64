import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { eq } from 'drizzle-orm'
import { IMPORT_MAX_BYTES, IMPORT_ROWS_MAX } from '@/domain/staff/import'
import type { ImportPreview } from '@/contract/back-office/import'
import { events, importSources, tags } from '@/server/platform/database/schema'

const DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['music'],
  email: '',
}

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.removeEvents()
  await test.db.delete(importSources)
})

const event = (uid: string | number, more = '') =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:Concert ${uid}\nDESCRIPTION:An evening at the sea.\nDTSTART:20260701T200000Z\nDTEND:20260701T220000Z\nLOCATION:Praia do Sul\n${more}END:VEVENT\n`
const ics = (...all: string[]) => `BEGIN:VCALENDAR\nVERSION:2.0\n${all.join('')}END:VCALENDAR\n`

const send = (bytes: string | Buffer, defaults: object = DEFAULTS) =>
  byAdmin(test, 'POST', '/imports/preview', {
    source: { name: 'club.ics', file: Buffer.from(bytes as string).toString('base64') },
    defaults,
  })
async function preview(bytes: string | Buffer, defaults?: object) {
  const response = await send(bytes, defaults)
  expect(response.status, response.text.slice(0, 500)).toBe(200)
  return response.data as ImportPreview & { trouble?: string }
}
const run = async (items: ImportPreview['items']) => {
  const response = await byAdmin(test, 'POST', '/imports', {
    source: { name: 'club.ics', format: 'ics', defaults: DEFAULTS },
    items: items.map(({ uid, digest, has_place, event: imported }) => ({
      uid,
      digest,
      has_place,
      event: imported,
    })),
  })
  expect(response.status, response.text.slice(0, 500)).toBe(200)
  return response.data as { created: number; updated: number; unchanged: number }
}

const titleOf = async (bytes: Buffer) => (await preview(bytes)).items[0]?.title

describe('a file', () => {
  const table =
    'Título;Data;Hora;Descrição\nConcerto de São João – “fado”;01/07/2026;21h30;À beira-mar, às 21h30\n'

  it.each([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${table}`)],
    ['UTF-16 as Excel writes it', Buffer.from(`\uFEFF${table}`, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\uFEFF${table}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from(table, 'utf16le')],
    [
      'Windows-1252',
      Buffer.from(table.replace('–', '\u0096').replace('“', '\u0093').replace('”', '\u0094'), 'latin1'),
    ],
  ])('is read in %s', async (_name, bytes) => {
    expect(await titleOf(bytes)).toBe('Concerto de São João – “fado”')
  })

  it('is read without the zeros in it, and stored so', async () => {
    const { items } = await preview(ics(event(1).replace('Concert', 'Con\0cert')))
    expect(items[0]?.title).toBe('Concert 1')
    expect(await run(items)).toMatchObject({ created: 1 })
  })

  it('that is larger than it may be is refused', async () => {
    const limit = await send(Buffer.alloc(IMPORT_MAX_BYTES + 3, 'x'))
    expect([limit.status, limit.error?.code]).toEqual([422, 'VALIDATION_FAILED'])
    const huge = await send(Buffer.alloc(50 * 1024 * 1024, 'x'))
    expect([huge.status, huge.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('that is nothing of a calendar is refused', async () => {
    const nothings = ['\0\0\0\0', '{"a":1}', '<!doctype html>', 'one line', 'BEGIN:VCALENDAR'.repeat(1000)]
    const errors = []
    for (const nothing of nothings) {
      const { trouble, items } = await preview(nothing)
      errors.push(trouble ?? items.length)
    }
    expect(errors).toEqual(['not_a_calendar', 'not_a_calendar', 'not_a_calendar', 'not_a_calendar', 0])
  })

  it('with parts in parts, a hundred thousand deep, is read without a crash', async () => {
    const deep = `${'BEGIN:VEVENT\n'.repeat(100_000)}${'END:VEVENT\n'.repeat(100_000)}`
    const { items, past, left_out } = await preview(ics(deep, event(1)))
    expect(items.length + past + left_out).toBeGreaterThan(0)
  })

  it.each([
    'FREQ=SECONDLY',
    'FREQ=SECONDLY;COUNT=1000000000',
    'FREQ=DAILY;COUNT=1000000000',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MINUTELY;INTERVAL=999999999',
    'FREQ=WEEKLY;UNTIL=99991231T235959Z',
    'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10;BYMINUTE=0,1,2,3,4,5;BYSECOND=0,1,2,3,4,5,6,7,8',
  ])('with the rule %s is read, or says that it is not', async (rule) => {
    const many = Array.from({ length: 20 }, (_, number) => event(number, `RRULE:${rule}\n`))
    const { items } = await preview(ics(...many, event('plain')))
    expect(items.find(({ uid }) => uid === 'plain')?.state).toBe('new')
    expect(items).toHaveLength(21)
  })
})

describe('an event that breaks', () => {
  const start = 'DTSTART:20260701T200000Z\n'
  const without = (uid: string) => event(uid).replace(start, '')
  const onNoDay = (uid: string) => event(uid).replace(start, 'DTSTART:20270231\n')

  it.each([
    ['shares its UID with one that has no date', event('odd') + without('odd'), 'uid_repeated'],
    ['shares its UID with one on the 31st of February', event('odd') + onNoDay('odd'), 'uid_repeated'],
    ['has no UID and no such day', onNoDay('odd').replace('UID:odd\n', ''), 'time_unreadable'],
    [
      'has no UID and an empty date',
      event('odd')
        .replace('UID:odd\n', '')
        .replace(/DTSTART.*/, 'DTSTART:'),
      'time_unreadable',
    ],
    [
      'says that its title is a date',
      event('odd').replace('SUMMARY:Concert', 'SUMMARY;VALUE=DATE:Concert'),
      undefined,
    ],
    ['has categories that are dates', event('odd', 'CATEGORIES;VALUE=DATE:never\n'), 'unreadable'],
    [
      'is changed on the 31st of February',
      event('odd', 'RRULE:FREQ=DAILY;COUNT=3\n') +
        event('odd', 'RECURRENCE-ID:20260702T200000Z\n').replace(start, 'DTSTART:20270231\n'),
      'time_unreadable',
    ],
  ])('because it %s leaves the others as they are', async (_name, odd, obstacle) => {
    const { items } = await preview(ics(odd, event('plain')))
    const [one, plain] = items
    expect(items).toHaveLength(2)
    expect(one?.obstacle).toBe(obstacle)
    expect(plain).toMatchObject({ uid: 'plain', state: 'new' })
    expect(await run(items.filter((item) => item.event !== undefined))).toMatchObject({ failed: [] })
  })

  it.each([
    ['half a character as an entity', 'Bad &#xD800; title', 'Bad \uFFFD title'],
    ['a title that is cut within a character', `${'🌊'.repeat(300)}`, undefined],
  ])('%s is stored with the others', async (_name, title, read) => {
    const odd = event('odd').replace('SUMMARY:Concert odd', `SUMMARY:${title}`)
    const { items } = await preview(ics(odd, event('plain')))
    if (read !== undefined) expect(items[0]?.title).toBe(read)
    expect(await run(items)).toMatchObject({ created: 2 })
  })

  it('with a UID longer than an import takes is found again all the same', async () => {
    const long = ics(event('u'.repeat(2000)), event('plain'))
    const { items } = await preview(long)
    expect(await run(items)).toMatchObject({ created: 2 })
    expect((await preview(long)).items.map(({ state }) => state)).toEqual(['unchanged', 'unchanged'])
  })
})

it('a table of a hundred thousand columns is not repeated in the reply', async () => {
  const headings = [
    'Title',
    'Date',
    'x'.repeat(5000),
    ...Array.from({ length: 100_000 }, (_, index) => String(index % 300)),
  ]
  const { headings: shown = [], items } = await preview(
    `${headings.join(',')}\nConcert by the sea,2026-07-01\n`,
  )
  expect(items).toMatchObject([{ title: 'Concert by the sea', state: 'new' }])
  expect(shown.length).toBe(200)
  expect(Math.max(...shown.map((heading) => heading.length))).toBe(200)
})

describe('a large calendar', () => {
  const many = ics(...Array.from({ length: 1500 }, (_, number) => event(number)))

  it('is imported in parts: what is imported makes room for the next', { tags: ['full'] }, async () => {
    const first = await preview(many)
    expect([first.items.length, first.unchanged, first.left_out]).toEqual([IMPORT_ROWS_MAX, 0, 500])
    for (let from = 0; from < first.items.length; from += 50) await run(first.items.slice(from, from + 50))
    const second = await preview(many)
    const next = second.items.filter(({ state }) => state === 'new')
    expect([next.length, second.items.length, second.unchanged, second.left_out]).toEqual([
      500,
      IMPORT_ROWS_MAX,
      1000,
      0,
    ])
    expect(next[0]?.uid).toBe('1000')
  })
})

describe('a preview', () => {
  it('says that a chosen tag is gone, which the last import of the calendar named', async () => {
    const id = crypto.randomUUID()
    await test.db.insert(tags).values({ id, key: 'kites', name: 'Kites' })
    const defaults = { ...DEFAULTS, tag_keys: ['music', 'kites'] }
    expect((await preview(ics(event(1)), defaults)).items).toHaveLength(1)
    await test.db.delete(tags).where(eq(tags.id, id))
    expect(await preview(ics(event(1)), defaults)).toEqual({ trouble: 'tag_gone' })
  })

  it('gives what can be corrected of an event whose fields do not fit, and takes the correction', async () => {
    const { items } = await preview(ics(event(1).replace('Concert 1', 'C1')))
    expect(items).toMatchObject([
      { state: 'invalid', problems: [{ path: 'title', code: 'title_too_short' }], draft: { title: 'C1' } },
    ])
    const [row] = items
    if (row?.draft === undefined) throw new Error('no draft')
    expect(await run([{ ...row, event: { ...row.draft, title: 'Choir of the village' } }])).toMatchObject({
      created: 1,
    })
    // The source has not changed: what was corrected stays.
    expect((await preview(ics(event(1).replace('Concert 1', 'C1')))).items[0]?.state).toBe('unchanged')
    const [stored] = await test.db.select().from(events)
    expect(stored?.title).toBe('Choir of the village')
  })
})
