import { beforeAll, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { readMoment, readTime } from './csv-columns'
import { mapText, readText } from '@/server/modules/import/source/import.fixture'

beforeAll(ensureTemporal)

it.each([
  ['20:00 AM', '20:00'],
  ['20:00 PM', '20:00'],
  ['12:00 AM', '00:00'],
  ['12:30 PM', '12:30'],
  ['9:00 PM', '21:00'],
  ['21h30m', '21:30'],
  ['30/12/1899 21:30:00', '21:30'],
  ['1899-12-30 09:05:00', '09:05'],
])('reads %s as %s', (text, time) => {
  expect(readTime(text)?.toString().slice(0, 5)).toBe(time)
})

it.each([
  '13-jul-26',
  '13/jul./2026',
  '2026/07/13',
  'segunda-feira, 13 de julho de 2026',
  'Mon, 13 July 2026',
])('reads the day of %s', (text) => {
  expect(readMoment(text, 'day first')?.date.toString()).toBe('2026-07-13')
})

it.each(['13 jul 26', '32-jul-26', '9m', '30/12/1899'])('does not guess at %s', (text) => {
  expect(readMoment(text, 'day first')?.date.year ?? 1899).toBe(1899)
  expect(readTime(text)).toBeUndefined()
})

it.each(['21:30 - 23:00', 'das 21h30 às 23h', '21:30 – 23:00:00'])('reads both times of %s', (times) => {
  expect(
    mapText(`title;date;time\nConcert by the sea;2026-07-01;${times}\n`).get('Concert by the sea')?.event
      ?.timetable,
  ).toMatchObject({ list: [{ start_time: '2026-07-01 21:30:00', end_time: '2026-07-01 23:00:00' }] })
})

it('takes two rows that say the same for one date', () => {
  const row = 'Concert by the sea;2026-07-01;21:00\n'
  expect(mapText(`title;date;time\n${row}${row}`).get('Concert by the sea')?.event?.timetable).toMatchObject({
    list: { length: 1 },
  })
})

it('finds headings below a title, and names those that it does not know', () => {
  const late = 'Agenda da vila;;\n;;\nTítulo;Data;Local\nConcerto na praia;01/07/2026;Praia do Sul\n'
  expect([...mapText(late).keys()]).toEqual(['Concerto na praia'])
  const foreign = 'Les fêtes;;\nTitre;Jour;Jour\nConcert à la plage;01/07/2026;;\n'
  expect(readText(foreign)).toMatchObject({ headings: ['Titre', 'Jour'], columns: {}, events: [] })
})

it('takes the row that names both a title and a date for the headings, and one with either before none', () => {
  const noted = 'Evento;Verão na vila;\nTítulo;Data;Local\nConcerto na praia;01/07/2026;Praia do Sul\n'
  expect([...mapText(noted).keys()]).toEqual(['Concerto na praia'])
  const half = 'La fête de la plage;;;\nTitre;Date;Lieu\nConcert;01/07/2026;Plage\n'
  expect(readText(half)).toMatchObject({
    headings: ['Titre', 'Date', 'Lieu'],
    columns: { start_date: 'Date' },
  })
})

it('knows the heading of a link', () => {
  expect(
    readText('Subject,Start Date,Venue,Website URL\nConcert,2026-07-01,Hall,https://example.com/\n'),
  ).toMatchObject({
    columns: { place: 'Venue', url: 'Website URL' },
  })
})

const events = (text: string) => [...readText(text).events].map((event) => event.read())

it('takes the same at two places for two events, and the same with less said for one', () => {
  const read = events(
    'title;date;time;place\nMissa;12/07/2026;11:00;Igreja\nMissa;12/07/2026;11:00;Capela\nmissa;12/07/2026;11:00;\n',
  )
  expect(read.map(({ place, obstacle }) => [place, obstacle])).toEqual([
    ['Igreja', undefined],
    ['Capela', undefined],
  ])
  expect(read[0]?.uid).not.toBe(read[1]?.uid)
  expect(read[1]?.uid).toBe(events('title;date;time\nMissa;12/07/2026;11:00\n')[0]?.uid)
})

const massAt = (place: string) => `Missa;12/07/2026;11:00;${place}\n`
const uidsByPlace = (...places: string[]) =>
  Object.fromEntries(
    events(`title;date;time;place\n${places.map(massAt).join('')}`).map(({ place, uid }) => [place, uid]),
  )

it('names the events of one title and time by their places, in whatever order the rows are', () => {
  const sorted = uidsByPlace('Capela', 'Igreja')
  expect(Object.keys(sorted)).toEqual(['Capela', 'Igreja'])
  expect(uidsByPlace('Igreja', 'Capela')).toEqual(sorted)
  expect(uidsByPlace('', 'Igreja', 'Capela')).toEqual(sorted)
})

it('lets the first row of an identifier say less than those of its further dates', () => {
  const rows = ['7;Concert;12/07/2026;', '7;Concert;13/07/2026;One', '7;Concert;14/07/2026;Two']
  const read = events(`id;title;date;place\n${rows.join('\n')}\n`)
  expect(read.map(({ place, blocks, obstacle }) => [place, blocks.length, obstacle])).toEqual([
    ['One', 2, undefined],
    ['Two', 1, 'uid_repeated'],
  ])
})

const digestOf = (rows: readonly string[]) =>
  mapText(`id;title;date;place\n${rows.join('\n')}\n`).get('Concert')?.digest

it('says the same of an event on several dates, in whatever order its rows are', () => {
  const rows = ['7;Concert;9/07/2026;', '7;Concert;12/07/2026;One', '7;Concert;13/07/2026;']
  expect(digestOf(rows)).toBeDefined()
  expect(digestOf(rows.toReversed())).toBe(digestOf(rows))
  expect(digestOf(rows.slice(1))).not.toBe(digestOf(rows))
})

it.each([
  ['place', 'Coreto'],
  ['description', 'Another band plays.'],
  ['price', '5'],
])(
  'refuses the second of one identifier with another %s, and adds a date with no word of it',
  (column, other) => {
    const text = `id;title;date;${column}\n7;Concert;12/07/2026;One\n7;Concert;13/07/2026;\n7;Concert;14/07/2026;${other}\n`
    expect(events(text).map(({ blocks, obstacle }) => [blocks.length, obstacle])).toEqual([
      [2, undefined],
      [1, 'uid_repeated'],
    ])
  },
)

it.each([
  [
    'begins and ends on the same day, after midnight',
    '12/07/2026;22:00;12/07/2026;02:00',
    '2026-07-13 02:00:00',
    [],
  ],
  ['ends as it begins', '12/07/2026;22:00;12/07/2026;22:00', '2026-07-12 23:00:00', ['end_guessed']],
])('says when a row ends that %s', (_name, row, end, notes) => {
  const [read] = events(`title;date;time;end date;end time\nConcert;${row}\n`)
  expect(read?.blocks).toEqual([{ start_time: '2026-07-12 22:00:00', end_time: end, is_all_day: false }])
  expect(read?.notes).toEqual(notes)
})

it.each([
  ['12/07/2026 00:00:00', '', '2026-07-12', '2026-07-12'],
  ['12/07/2026 00:00', '14/07/2026 00:00', '2026-07-12', '2026-07-14'],
  ['12/07/2026 22:00:00', '13/07/2026 00:00:00', '2026-07-12 22:00:00', '2026-07-13 00:00:00'],
  ['12/07/2026 00:00:00', '12/07/2026 02:00:00', '2026-07-12 00:00:00', '2026-07-12 02:00:00'],
])(
  'takes the midnight of a cell with a date for no time, where nothing else has one: %s %s',
  (from, to, start, end) => {
    const [read] = events(`title;date;time;end date\nConcert;${from};;${to}\n`)
    expect(read?.blocks).toMatchObject([{ start_time: start, end_time: end }])
  },
)

it('fills a description that is too short for the form, which counts no halves of characters', () => {
  const text = 'title;date;description\nMúsica;01/07/2026;🎶🎶🎶🎶🎶\n'
  expect(mapText(text).get('Música')?.event?.description).toBe('Música – 🎶🎶🎶🎶🎶 – Ericeira')
})
