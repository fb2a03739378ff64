import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { ENDLESS_CALENDAR, SLOW_TEXTS } from '@tests/support/attacks/endless-calendars'
import { createCalendarReader, isPublicAddress } from './read-source'
import { readCalendar, type ReadingTask } from './reading'

beforeAll(ensureTemporal)

const TASK: ReadingTask = {
  text: '',
  nowSeconds: Date.parse('2026-06-15T10:00:00Z') / 1000,
  defaults: {
    location_name: 'Ericeira',
    latitude: 38.9631,
    longitude: -9.417,
    tag_keys: ['music'],
    email: '',
  },
  tags: [
    { key: 'music', name: 'Music', names: { pt: 'Música' } },
    { key: 'surf', name: 'Surf', names: {} },
  ],
  imported: [],
  places: [],
}

/** The one row of a table or calendar. */
function rowOf(text: string, more: Partial<ReadingTask> = {}) {
  const reading = readCalendar({ ...TASK, text, ...more })
  if ('trouble' in reading) throw new Error(reading.trouble)
  const [row] = reading.rows
  if (row === undefined) throw new Error('there is no row')
  return row
}

const timetableOf = (table: string) => rowOf(table).content?.timetable
const starting = (date: string, more = '') => timetableOf(`Title,Start,End\nWaves,${date},${more}\n`)

describe('a table', () => {
  it.each([
    ['2026-07-04T19:00:00Z', '2026-07-04 20:00:00'],
    ['2026-07-04T19:00:00+02:00', '2026-07-04 18:00:00'],
    ['2026-07-04 19:00', '2026-07-04 19:00:00'],
    ['04/07/2026 19h30', '2026-07-04 19:30:00'],
    ['4.7.26 19:00', '2026-07-04 19:00:00'],
    ['07/13/2026 9:00 PM', '2026-07-13 21:00:00'],
    ['13/07/2026', '2026-07-13'],
  ])('has a date written as %s', (date, start) => {
    expect(starting(date)).toMatchObject({ list: [{ start_time: start }] })
  })

  it.each([
    ['13/07/2026 21:00', '13/07/2026 23:30', '2026-07-13 23:30:00'],
    ['13/07/2026 21:00', '', '2026-07-13 22:00:00'],
    ['13/07/2026 21:00', '13/07/2026 01:00', '2026-07-14 01:00:00'],
    ['13/07/2026', '15/07/2026', '2026-07-15'],
    ['13/07/2026 00:00', '15/07/2026 00:00', '2026-07-15'],
  ])('from %s to %s ends at %s', (start, end, expected) => {
    expect(starting(start, end)).toMatchObject({ list: [{ end_time: expected }] })
  })

  it.each(['21:30 - 23:00', 'das 21h30 às 23h', '21:30 – 23:00:00'])('has both times of %s', (times) => {
    expect(timetableOf(`Título;Data;Hora\nOndas;13/07/2026;${times}\n`)).toMatchObject({
      list: [{ start_time: '2026-07-13 21:30:00', end_time: '2026-07-13 23:00:00' }],
    })
  })

  it('is read with the day first, and says so where nothing tells the order', () => {
    expect(rowOf('Title,Date\nWaves,03/07/2026\n').notes).toContain('day_first')
    expect(rowOf('Title,Date\nWaves,13/07/2026\n').notes).not.toContain('day_first')
  })

  it.each([
    ['Waves,13 de julho', 'time_unreadable'],
    ['Waves,31/02/2027', 'time_unreadable'],
    ['Waves,', 'start_missing'],
  ])('says why %s is not read', (line, reason) => {
    expect(rowOf(`Title,Date\n${line}\n`)).toMatchObject({ state: 'unreadable', reason })
  })

  it('has one event of rows with one identifier, and the headings below a title', () => {
    expect(timetableOf('Agenda de julho,,\nID,Nome,Data\n1,Ondas,13/07/2026\n1,,14/07/2026\n')).toMatchObject(
      { list: [{ start_time: '2026-07-13' }, { start_time: '2026-07-14' }] },
    )
    expect(rowOf('ID,Nome,Data\n1,Ondas,13/07/2026\n1,Marés,14/07/2026\n').reason).toBe('uid_repeated')
  })
})

const table = (heading: string, cell: string) => `Title,Date,${heading}\nWaves,13/07/2026,"${cell}"\n`

describe('an event is made to fit', () => {
  it.each([
    ['Price', '7,50 €', { price: 7.5 }],
    ['Price', 'grátis', { price: 0 }],
    ['Category', 'Música / Surf', { tag_keys: ['music', 'surf'] }],
    ['Category', 'Other', { tag_keys: ['music'] }],
    ['URL', 'see www.example.com.', { info_url: 'https://www.example.com' }],
    ['Público', 'Só para adultos', { audience: 'adults' }],
    ['Acessibilidade', 'step_free, Seating', { access: ['step_free', 'seating'] }],
    ['Idiomas', 'português; EN', { languages: ['pt', 'en'] }],
    ['Location', 'Praia do Sul', { latitude: 38.9583, longitude: -9.4166 }],
    ['Location', 'https://zoom.us/j/1', { location_name: 'Ericeira' }],
    [
      'Description',
      '<p>One &amp; two</p><ul><li><a href=""https://example.com/x"">three</a></li></ul>',
      { description: 'One & two\n\n• three (https://example.com/x)' },
    ],
    ['Description', 'Short', { description: 'Waves – Short – Ericeira' }],
  ])('%s of %s', (heading, cell, content) => {
    expect(rowOf(table(heading, cell)).content).toMatchObject(content)
  })

  it.each([
    ['Price', 'ask us', 'price_unreadable'],
    ['Público', 'dogs', 'fact_unknown'],
    ['Location', 'Mill of nobody', 'place_unknown'],
    ['Location', 'https://zoom.us/j/1', 'place_default'],
  ])('%s of %s has a note', (heading, cell, note) => {
    expect(rowOf(table(heading, cell)).notes).toContain(note)
  })
})

it('takes the next 50 dates of a series, and more once half of these are over', () => {
  const text =
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Market\nDTSTART:20260701T210000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nEND:VEVENT\nEND:VCALENDAR'
  const { content, digest, notes, dates } = rowOf(text)
  if (content === undefined) throw new Error('the series is not read')
  expect([dates.items.length, dates.count, notes]).toEqual([
    4,
    50,
    expect.arrayContaining(['occurrences_cut']),
  ])
  const before = { id: 'a', uid: '1', title: '', revision: 1, isEdited: false, isCancelled: false }
  const imported = [{ ...before, status: 'PUBLISHED' as const, digest, timetable: content.timetable }]
  const later = (days: number) => rowOf(text, { imported, nowSeconds: TASK.nowSeconds + days * 86_400 }).state
  expect([later(0), later(150), later(200)]).toEqual(['unchanged', 'unchanged', 'changed'])
})

describe('a calendar that is made to stop the server', () => {
  it('is given up in time, and the next one is read', async () => {
    const log = { warn: () => undefined }
    const closing = new AbortController().signal
    const hasty = createCalendarReader(log, { closing, maxMs: 500 })
    expect(await hasty({ ...TASK, text: ENDLESS_CALENDAR })).toEqual({ trouble: 'too_slow' })
    const read = createCalendarReader(log, { closing })
    const next = await read({ ...TASK, text: 'Title,Date\nWaves,13/07/2026\n' })
    expect(next).toMatchObject({ rows: [{ title: 'Waves' }] })
  })

  it.each(SLOW_TEXTS)('$name is read, and holds up nobody', ({ text, title }) => {
    expect(rowOf(text)).toMatchObject({ title })
  })
})

it.each([
  ['8.8.8.8', true],
  ['2a00:1450:4003:80e::200e', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['127.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['fe80::1', false],
])('whether %s is connected to: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
