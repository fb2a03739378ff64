import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { DEFAULTS, fixtureText, mapFixture, mapText, readText } from './import.fixture'

beforeAll(ensureTemporal)

const at = (date: string, from: string, to: string, lastDate = date) => ({
  start_time: `${date} ${from}:00`,
  end_time: `${lastDate} ${to}:00`,
  is_all_day: false,
})
const digests = (text: string) => [...mapText(text).values()].map(({ digest }) => digest)
const timetableOf = (events: ReturnType<typeof mapFixture>, title: string) =>
  events.get(title)?.event?.timetable

describe('a calendar of Google', () => {
  it('becomes weekly what repeats weekly, from today to the horizon', () => {
    const yoga = mapFixture('google-calendar.ics').get('Sunset yoga')
    expect(yoga?.event?.timetable).toEqual({
      repeated: {
        days: [2, 4],
        start_hour: 19,
        start_minute: 0,
        end_hour: 20,
        end_minute: 30,
        period_start_date: '2026-06-16',
        period_end_date: '2027-06-29',
        is_all_day: false,
      },
    })
    expect(yoga?.notes).toEqual(['series_open'])
  })

  it('has its HTML as plain text and its place from the gazetteer', () => {
    const event = mapFixture('google-calendar.ics').get('Sunset yoga')?.event
    expect(event?.description).toBe(
      'Yoga on the beach for everybody.\n\nBring a mat, a towel & water:\n\n• Beginners welcome\n• 5 €',
    )
    expect(event).toMatchObject({
      location_name: 'Praia do Sul - Rua da Praia do Sul, Ericeira',
      latitude: 38.9583,
    })
  })

  it('reads UTC as village time, and escaped punctuation', () => {
    const events = mapFixture('google-calendar.ics')
    expect(timetableOf(events, 'Club night; live music')).toEqual({
      list: [at('2026-07-04', '21:00', '23:30')],
    })
  })

  it('ends an all-day event on its last day', () => {
    expect(timetableOf(mapFixture('google-calendar.ics'), 'Longboard Festival')).toEqual({
      list: [{ start_time: '2026-07-10', end_time: '2026-07-12', is_all_day: true }],
    })
  })

  it('leaves out excepted occurrences and moves changed ones', () => {
    const films = mapFixture('google-calendar.ics').get('Film evening')
    expect(films?.event?.timetable).toEqual({
      list: [
        at('2026-06-18', '21:00', '23:00'),
        at('2026-06-25', '21:00', '23:00'),
        at('2026-07-10', '21:30', '23:30'),
        at('2026-07-16', '21:00', '23:00'),
        at('2026-07-23', '21:00', '23:00'),
      ],
    })
    expect(films?.notes).toContain('exception_text_left_out')
  })

  it('has no event that is over', () => {
    expect(mapFixture('google-calendar.ics').has('New year swim')).toBe(false)
  })

  it('is the same to us when it is downloaded again', () => {
    const text = fixtureText('google-calendar.ics')
    expect(digests(text.replaceAll('DTSTAMP:20260610', 'DTSTAMP:20260614'))).toEqual(digests(text))
    expect(digests(text.replace('Sunset yoga', 'Sunrise yoga'))).not.toEqual(digests(text))
  })
})

describe('a calendar of Outlook', () => {
  it('reads the zones of Windows and those that the file defines', () => {
    const events = mapFixture('outlook-exchange.ics')
    const rehearsals = timetableOf(events, 'Ensaio aberto do coro')
    expect(rehearsals).toMatchObject({
      list: { 0: at('2026-07-06', '18:30', '20:00'), 1: at('2026-08-03', '18:30', '20:00') },
    })
    // The file says UTC+2, the village is at UTC+1, and the end comes from a duration.
    expect(timetableOf(events, 'A zone of its own')).toEqual({ list: [at('2026-08-01', '19:00', '20:30')] })
  })

  it('says so when it takes a zone that nobody knows for the village’s', () => {
    const event = mapFixture('outlook-exchange.ics').get('A zone that nobody knows')
    expect(event?.event?.timetable).toEqual({ list: [at('2026-08-02', '20:00', '21:00')] })
    expect(event?.notes).toContain('zone_unknown')
  })

  it('does not import what is cancelled', () => {
    const event = mapFixture('outlook-exchange.ics').get('Cancelado: Reunião')
    expect(event).toMatchObject({ obstacle: 'cancelled' })
    expect(event?.event).toBeUndefined()
  })

  it('reads the table that Outlook exports, with American dates', () => {
    const events = mapFixture('outlook.csv')
    expect(timetableOf(events, 'Beach clean-up')).toEqual({ list: [at('2026-07-04', '09:00', '12:00')] })
    expect(timetableOf(events, "Fishermen's day")).toEqual({
      list: [{ start_time: '2026-07-11', end_time: '2026-07-11', is_all_day: true }],
    })
  })
})

describe('a calendar of Apple', () => {
  it('takes extra dates, its own position and its address', () => {
    const fair = mapFixture('apple-calendar.ics').get('Feira de velharias')?.event
    expect(fair?.timetable).toEqual({
      list: [
        at('2026-06-20', '09:00', '14:00'),
        at('2026-06-27', '09:00', '14:00'),
        at('2026-07-18', '09:00', '14:00'),
      ],
    })
    expect(fair).toMatchObject({
      location_name: 'Largo de Santa Marta Ericeira, Portugal',
      latitude: 38.9601,
      longitude: -9.4159,
      info_url: 'https://example.com/feira',
    })
  })

  it('reads floating times as the village’s, and fills an empty description', () => {
    const ride = mapFixture('apple-calendar.ics').get('Passeio de bicicleta')
    expect(ride?.event).toMatchObject({
      timetable: { list: [at('2026-07-05', '10:15', '11:15')] },
      description: 'Passeio de bicicleta – Ericeira',
      location_name: DEFAULTS.location_name,
    })
    expect(ride?.notes).toEqual(['place_default', 'description_filled'])
  })

  it('takes the next fifty occurrences of what is no weekly rule, and says so', () => {
    const swim = mapFixture('apple-calendar.ics').get('Nadar')
    expect(swim?.event?.timetable).toMatchObject({ list: { length: 50 } })
    expect(swim?.notes).toContain('occurrences_cut')
  })
})

it('reads The Events Calendar of WordPress: entities, categories, an event without a length', () => {
  const fado = mapFixture('the-events-calendar.ics').get('Noite de Fado – “Vozes do Mar”')
  expect(fado?.event).toMatchObject({
    timetable: { list: [at('2026-07-11', '21:30', '22:30')] },
    tag_keys: ['music'],
    location_name: 'Forte de Milreu - Estrada Nacional 247, Ericeira',
    info_url: 'https://associacao.example/evento/noite-de-fado/',
  })
  expect(fado?.notes).toEqual(['end_guessed'])
})

it('cuts the long description of Meetup at a word', () => {
  const meetup = mapFixture('meetup.ics').get('Co-working & coffee')
  expect(meetup?.event?.description.length).toBeLessThanOrEqual(1000)
  expect(meetup?.event?.description).toMatch(/^Ericeira Nomads\nThursday, June 25[^]* \w+…$/)
  expect(meetup?.notes).toContain('description_shortened')
})

it('reads an export of Facebook, over midnight and with a title that is too long', () => {
  const [party] = mapFixture('facebook.ics').values()
  expect(party?.event?.timetable).toEqual({ list: [at('2026-07-03', '22:00', '02:00', '2026-07-04')] })
  expect(party?.event?.title).toMatch(/^🌊 SUMMER OPENING PARTY.*…$/u)
  expect(party?.notes).toContain('title_shortened')
})

describe('the table of a municipality', () => {
  it('reads semicolons, Windows-1252, Portuguese headings and hours', () => {
    const concert = mapFixture('municipality.csv').get('Concerto da Banda Filarmónica')
    expect(concert?.uid).toBe('2026/101')
    expect(concert?.event).toMatchObject({
      description: 'Música para toda a família;\ncom a Banda de Santo António.',
      timetable: { list: [at('2026-07-18', '21:30', '23:00')] },
      price: 0,
      tag_keys: ['music'],
    })
  })

  it('has exhibitions that have begun, with their price', () => {
    const exhibition = mapFixture('municipality.csv').get('Exposição «Mar à vista»')?.event
    expect(exhibition).toMatchObject({
      price: 2.5,
      timetable: { list: [{ start_time: '2026-06-01', end_time: '2026-08-31', is_all_day: true }] },
    })
  })

  it('ends after midnight what ends earlier than it begins, and tells of an unknown place and price', () => {
    const ball = mapFixture('municipality.csv').get('Baile de São João')
    expect(ball?.event?.timetable).toEqual({ list: [at('2026-06-23', '22:00', '02:00', '2026-06-24')] })
    expect(ball?.event?.location_name).toBe('Largo do Coreto')
    expect(ball?.notes).toEqual(['place_unknown', 'price_unreadable'])
  })

  it('says of each row that cannot be read why', () => {
    const events = mapFixture('municipality.csv')
    expect(events.get('Oficina sem data')?.obstacle).toBe('start_missing')
    expect(events.get('Feira do Livro')?.obstacle).toBe('time_unreadable')
    expect(events.get('')?.problems).toEqual([{ path: 'title', code: 'title_too_short' }])
    expect(events.has('Festa de Natal de 2025')).toBe(false)
  })
})

it('reads of a broken file what can be read, and says of the rest why not', () => {
  const events = mapFixture('broken.ics')
  expect(events.get('Before the broken one')?.event?.timetable).toEqual({
    list: [at('2026-07-20', '19:00', '20:00')],
  })
  expect(events.get('With a line that is none this line has no name and no value')?.event?.timetable).toEqual(
    {
      list: [at('2026-07-21', '19:00', '20:00')],
    },
  )
  const obstacles = [...events.values()].flatMap(({ uid, obstacle }) => (obstacle ? [[uid, obstacle]] : []))
  expect(Object.fromEntries(obstacles)).toEqual({
    'no-start': 'start_missing',
    'bad-date': 'time_unreadable',
    endless: 'rule_unsupported',
    'every-second': 'rule_unsupported',
    'cut-off': 'unreadable',
  })
  expect(events.get('Ends before it begins')?.problems).toEqual([
    { path: 'timetable.list.0.end_time', code: 'end_time_before_start' },
  ])
})

it.each([
  'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYWEEKNO=6',
  'FREQ=HOURLY',
])('refuses a rule that may have no days: %s', (rule) => {
  const text = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Strange\nDTSTART:20260105T100000Z\nRRULE:${rule}\nEND:VEVENT\nEND:VCALENDAR`
  expect(mapText(text).get('Strange')?.obstacle).toBe('rule_unsupported')
})

const digestAt = (iso: string) =>
  mapFixture('google-calendar.ics', Date.parse(iso) / 1000).get('Sunset yoga')?.digest

it('keeps the digest of an open series within a quarter, and changes it with the next', () => {
  expect(digestAt('2026-06-29T10:00:00Z')).toBe(digestAt('2026-06-15T10:00:00Z'))
  expect(digestAt('2026-07-02T10:00:00Z')).not.toBe(digestAt('2026-06-15T10:00:00Z'))
})

it('knows a table’s columns by their headings', () => {
  expect(readText(fixtureText('municipality.csv'))).toMatchObject({
    format: 'csv',
    columns: {
      uid: 'Referência',
      title: 'Título',
      start_date: 'Data de início',
      start_time: 'Hora',
      place: 'Local',
    },
  })
})
