import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { schedulesOf } from '@/domain/timetables/schedule'
import { villageClock } from '@/domain/time/village-time'
import { mapText } from '@/server/modules/import/source/import.fixture'
import { isZoneUnderstood, understoodRule } from './ics-occurrences'

beforeAll(ensureTemporal)

const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\nVERSION:2.0\n${events.map((event) => `BEGIN:VEVENT\nUID:1\n${event}\nEND:VEVENT\n`).join('')}END:VCALENDAR\n`
/** An event by its start and what else is said of it, from 21:00 to 22:00. */
const series = (start: string, ...lines: string[]) =>
  [`SUMMARY:Concert`, `DTSTART:${start}T210000`, `DTEND:${start}T220000`, ...lines].join('\n')

/** The one event of a file, and when it is: `2026-07-01 21:00`, at most eight. */
function read(...events: string[]) {
  const [event] = mapText(calendar(...events)).values()
  const timetable = event?.event?.timetable
  const times =
    timetable === undefined ? [] : schedulesOf(timetable, { from: 0, to: Number.MAX_SAFE_INTEGER })
  return {
    ...event,
    times: times
      .slice(0, 8)
      .map(({ start_time }) => villageClock(start_time).toString().replace('T', ' ').slice(0, 16)),
  }
}
/** A change of the occurrence on a day, and of all that follow. */
const change = (id: string, start: string, end: string, ...more: string[]) =>
  [
    'SUMMARY:Concert',
    `RECURRENCE-ID;RANGE=THISANDFUTURE:${id}T210000`,
    `DTSTART:${start}`,
    `DTEND:${end}`,
    ...more,
  ].join('\n')
const days = (...events: string[]) => read(...events).times.map((time) => time.slice(0, 10))

describe('a rule', () => {
  it.each([
    ['20201231', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31', ['2026-12-31']],
    ['20240229', 'FREQ=YEARLY;UNTIL=20330101', ['2028-02-29', '2032-02-29']],
    ['20241231', 'FREQ=YEARLY;BYMONTH=4,12;BYMONTHDAY=31;COUNT=4', ['2026-12-31', '2027-12-31']],
    ['20240430', 'FREQ=YEARLY;BYMONTH=4,10;BYMONTHDAY=30,31;COUNT=9', ['2026-10-30', '2026-10-31']],
    ['20240601', 'FREQ=MONTHLY;BYDAY=1SA;BYMONTH=6,7,8;COUNT=9', ['2026-07-04', '2026-08-01']],
    [
      '20240731',
      'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=7,8,9;UNTIL=20270801',
      ['2026-07-31', '2026-08-31', '2027-07-31'],
    ],
    [
      '20250607',
      'FREQ=WEEKLY;BYDAY=SA;BYMONTH=6;UNTIL=20270613',
      ['2026-06-20', '2026-06-27', '2027-06-05', '2027-06-12'],
    ],
    ['20250607', 'FREQ=WEEKLY;INTERVAL=2;BYMONTH=6;UNTIL=20270613', ['2026-06-20', '2027-06-05']],
  ])('from %s of %s has its days', (start, rule, expected) => {
    expect(days(series(start, `RRULE:${rule}`))).toEqual(expected)
  })

  it.each([
    ['20020603', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ['2026-06-15', '2026-06-16', '2026-06-17']],
    ['19700101', 'FREQ=DAILY', ['2026-06-15', '2026-06-16', '2026-06-17']],
    ['19990101', 'FREQ=DAILY;INTERVAL=3', ['2026-06-17', '2026-06-20', '2026-06-23']],
    ['19990104', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU', ['2026-06-15', '2026-06-17', '2026-06-29']],
  ])('that began long ago, on %s, is counted from today: %s', (start, rule, expected) => {
    expect(days(series(start, `RRULE:${rule};UNTIL=20260801`)).slice(0, 3)).toEqual(expected)
  })

  it('has as many occurrences as it says, those of long ago with them', () => {
    expect(days(series('20260101', 'RRULE:FREQ=DAILY;COUNT=167'))).toEqual(['2026-06-15', '2026-06-16'])
  })
})

describe('dates besides a rule', () => {
  const rule = 'RRULE:FREQ=DAILY;COUNT=4'

  it.each(['EXDATE:garbage', 'EXDATE:20260231T210000', 'RDATE;VALUE=PERIOD:junk', 'RDATE:2026-07-09'])(
    'that cannot be read cost a note: %s',
    (line) => {
      const { times, notes } = read(series('20260701', rule, line))
      expect(times).toHaveLength(4)
      expect(notes).toContain('dates_unreadable')
    },
  )

  it('that can be read count beside one that cannot', () => {
    const exdates = 'EXDATE:20260702T210000,junk,20260703T210000'
    expect(days(series('20260701', rule, exdates))).toEqual(['2026-07-01', '2026-07-04'])
  })

  it('are excepted however many are excepted for nothing before them', () => {
    const exdates = 'EXDATE:20260701T080000,20260701T090000,20260701T100000,20260702T210000'
    expect(days(series('20260701', rule, exdates))).toEqual(['2026-07-01', '2026-07-03', '2026-07-04'])
  })

  it('are excepted by their day', () => {
    expect(days(series('20260701', rule, 'EXDATE;VALUE=DATE:20260702'))).not.toContain('2026-07-02')
    expect(days(series('20260701', rule, 'EXDATE:20260702'))).not.toContain('2026-07-02')
  })

  it('may have an end or a length of their own', () => {
    const periods = 'RDATE;VALUE=PERIOD:20260705T100000/20260705T120000,20260706T100000/PT3H'
    expect(read(series('20260701', periods)).event?.timetable).toMatchObject({
      list: [
        { start_time: '2026-07-01 21:00:00' },
        { start_time: '2026-07-05 10:00:00', end_time: '2026-07-05 12:00:00' },
        { start_time: '2026-07-06 10:00:00', end_time: '2026-07-06 13:00:00' },
      ],
    })
  })
})

describe.each([
  ['Europe/Lisbon', '20:00', '20260707T200000', '190000Z', 0],
  ['America/New_York', '01:00', '20260707T200000', '000000Z', 1],
])('a series in %s, which the file does not define,', (zone, time, start, utc, later) => {
  const weekly = (...lines: string[]) =>
    ['SUMMARY:Concert', `DTSTART;TZID=${zone}:${start}`, 'DURATION:PT1H', ...lines].join('\n')
  const utcOf = (day: number) => `202607${String(day + later).padStart(2, '0')}T${utc}`
  const on = (...dates: number[]) =>
    dates.map((day) => `2026-07-${String(day + later).padStart(2, '0')} ${time}`)

  it('ends at an instant in UTC, or without a zone', () => {
    expect(read(weekly(`RRULE:FREQ=WEEKLY;UNTIL=${utcOf(21)}`)).times).toEqual(on(7, 14, 21))
    expect(read(weekly('RRULE:FREQ=WEEKLY;UNTIL=20260721T200000')).times).toEqual(on(7, 14, 21))
  })

  it('ends with the day that it names', () => {
    expect(read(weekly('RRULE:FREQ=WEEKLY;UNTIL=20260728')).times).toEqual(on(7, 14, 21, 28))
  })

  it.each([`EXDATE:${utcOf(14)}`, 'EXDATE:20260714T200000', `EXDATE;TZID=${zone}:20260714T200000`])(
    'is without its excepted date: %s',
    (line) => {
      expect(read(weekly('RRULE:FREQ=WEEKLY;COUNT=3', line)).times).toEqual(on(7, 21))
    },
  )

  it.each([`RECURRENCE-ID:${utcOf(14)}`, 'RECURRENCE-ID:20260714T200000'])(
    'has a moved date once: %s',
    (line) => {
      const moved = weekly(line).replace('20260707', '20260715')
      expect(read(weekly('RRULE:FREQ=WEEKLY;COUNT=3'), moved).times).toEqual(on(7, 15, 21))
    },
  )
})

it('a series of floating times is without a date that is excepted in UTC', () => {
  expect(days(series('20260707', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260708T200000Z'))).toEqual([
    '2026-07-07',
    '2026-07-09',
  ])
})

const night = (start: string, end: string, ...lines: string[]) =>
  read([`SUMMARY:Party`, `DTSTART${start}`, `DTEND${end}`, ...lines].join('\n')).event?.timetable

describe('a date on which the clock is set', () => {
  it.each([
    [';TZID=Europe/Lisbon:20270321T013000', ';TZID=Europe/Lisbon:20270321T023000'],
    [':20270321T013000', ':20270321T023000'],
  ])('is as long as any other: %s', (start, end) => {
    expect(night(start, end, 'RRULE:FREQ=WEEKLY;COUNT=3')).toMatchObject({
      list: [
        { start_time: '2027-03-21 01:30:00', end_time: '2027-03-21 02:30:00' },
        { start_time: '2027-03-28 02:30:00', end_time: '2027-03-28 03:30:00' },
        { start_time: '2027-04-04 01:30:00', end_time: '2027-04-04 02:30:00' },
      ],
    })
  })

  it.each([
    [':20261025T003000Z', ':20261025T011500Z', '2026-10-25 01:30:00', '2026-10-25 02:15:00'],
    [':20261025T003000Z', ':20261025T003000Z', '2026-10-25 01:30:00', '2026-10-25 02:30:00'],
    [':20270328T003000', ':20270328T003000', '2027-03-28 00:30:00', '2027-03-28 02:30:00'],
  ])('ends after it begins: %s to %s', (start, end, from, to) => {
    expect(night(start, end)).toMatchObject({ list: [{ start_time: from, end_time: to }] })
  })
})

it('a date that ends before it begins costs a note, and not the others', () => {
  const { times, notes } = read(
    series('20260701', 'RDATE;VALUE=PERIOD:20260705T120000/20260705T100000', 'RDATE:20260706T210000'),
  )
  expect(times).toEqual(['2026-07-01 21:00', '2026-07-06 21:00'])
  expect(notes).toContain('dates_unreadable')
})

describe('several editions of one event', () => {
  it('are that with the highest SEQUENCE, wherever it stands', () => {
    const older = series('20260701', 'SEQUENCE:1')
    const newer = series('20260715', 'SEQUENCE:2').replace('Concert', 'Concert at last')
    for (const events of [
      [older, newer],
      [newer, older],
    ]) {
      const { title, notes, times } = read(...events)
      expect([title, times]).toEqual(['Concert at last', ['2026-07-15 21:00']])
      expect(notes).toContain('edition_outdated')
    }
  })

  it('are refused when each claims to be the newest', () => {
    expect(read(series('20260701'), series('20260702')).obstacle).toBe('uid_repeated')
  })

  it('of one occurrence, too', () => {
    const moved = (sequence: number, to: string) =>
      series(to, 'RECURRENCE-ID:20260702T210000', `SEQUENCE:${sequence}`)
    const { times, notes } = read(
      series('20260701', 'RRULE:FREQ=DAILY;COUNT=2'),
      moved(1, '20260708'),
      moved(3, '20260709'),
      moved(2, '20260710'),
    )
    expect(times).toEqual(['2026-07-01 21:00', '2026-07-09 21:00'])
    expect(notes).toContain('edition_outdated')
  })
})

const changed = (id: string, to: string, ...more: string[]) =>
  series(to, `RECURRENCE-ID:${id}T210000`, ...more)

describe('changed occurrences of a series that is not in the file', () => {
  it('take place beside one that is cancelled', () => {
    const off = changed('20260701', '20260701', 'STATUS:CANCELLED')
    expect(days(off, changed('20260708', '20260708'), changed('20260715', '20260716'))).toEqual([
      '2026-07-08',
      '2026-07-16',
    ])
    expect(read(off).obstacle).toBe('cancelled')
  })

  it('are each in their newest edition, cancelled or not', () => {
    const { times, notes } = read(
      changed('20260701', '20260702', 'SEQUENCE:1'),
      changed('20260701', '20260703', 'SEQUENCE:2'),
      changed('20260708', '20260708', 'SEQUENCE:1'),
      changed('20260708', '20260708', 'SEQUENCE:3', 'STATUS:CANCELLED'),
    )
    expect(times).toEqual(['2026-07-03 21:00'])
    expect(notes).toContain('edition_outdated')
  })

  it('may take place where another one was', () => {
    expect(days(changed('20260701', '20260708'), changed('20260708', '20260715'))).toEqual([
      '2026-07-08',
      '2026-07-15',
    ])
  })
})

describe('a date of a series', () => {
  const weekly = series('20260601', 'RRULE:FREQ=WEEKLY;COUNT=5', 'LOCATION:Praia do Sul', 'DESCRIPTION:Fado.')
  const notesOf = (day: string, ...more: string[]) =>
    read(weekly, series(day, `RECURRENCE-ID:${day}T210000`, ...more)).notes

  it.each([
    ['LOCATION:Ribeira', 'exception_place_left_out'],
    ['DESCRIPTION:Jazz.', 'exception_text_left_out'],
  ])('that says something else than the series has a note: %s', (line, note) => {
    expect(notesOf('20260622', line)).toContain(note)
    expect(notesOf('20260608', line)).not.toContain(note)
  })

  it('that says the same, or nothing, needs none', () => {
    const same = notesOf('20260622', 'LOCATION:Praia do Sul', 'DESCRIPTION:Fado.')
    expect(same).toEqual(notesOf('20260622'))
    expect(same?.filter((note) => note.startsWith('exception'))).toEqual([])
  })
})

describe('a date that the source cancels', () => {
  const weekly = series('20260601', 'RRULE:FREQ=WEEKLY;COUNT=5')
  const cancelled = (day: string) =>
    series(day, `RECURRENCE-ID:${day}T210000`, 'STATUS:CANCELLED').replace('Concert', 'Cancelled: Concert')

  it('is left out with a note', () => {
    const { times, notes } = read(weekly, cancelled('20260622'))
    expect(times).toEqual(['2026-06-15 21:00', '2026-06-29 21:00'])
    expect(notes).toContain('dates_cancelled')
  })

  it('needs no note once it is over', () => {
    expect(read(weekly, cancelled('20260608')).notes).not.toContain('dates_cancelled')
  })

  it('has a note when those that follow are cancelled with it', () => {
    const off = change('20260622', '20260622T210000', '20260622T220000', 'STATUS:CANCELLED')
    const { times, notes } = read(weekly, off)
    expect(times).toEqual(['2026-06-15 21:00'])
    expect(notes).toContain('dates_cancelled')
  })
})

it('finds a changed occurrence of whole days by its midnight', () => {
  const weekly = 'SUMMARY:Fair\nDTSTART;VALUE=DATE:20260702\nRRULE:FREQ=WEEKLY;COUNT=2'
  const moved = 'SUMMARY:Fair\nDTSTART;VALUE=DATE:20260710\nRECURRENCE-ID;TZID=Europe/Berlin:20260709T000000'
  expect(days(weekly, moved)).toEqual(['2026-07-02', '2026-07-10'])
})

it.each([
  'EXDATE;TZID=Europe/Lisbon:20260708T000000',
  'EXDATE:20260708T000000Z',
  'EXDATE:20260707T230000Z',
  'EXDATE:20260707T220000Z',
])('excepts an occurrence of whole days by its midnight: %s', (line) => {
  const daily = `SUMMARY:Fair\nDTSTART;VALUE=DATE:20260707\nRRULE:FREQ=DAILY;COUNT=3\n${line}`
  expect(days(daily)).toEqual(['2026-07-07', '2026-07-09'])
})

describe('a change of an occurrence and all that follow', () => {
  const weekly = series('20260701', 'RRULE:FREQ=WEEKLY;COUNT=4')
  it('moves and lengthens them', () => {
    expect(
      read(weekly, change('20260708', '20260709T190000', '20260709T220000')).event?.timetable,
    ).toMatchObject({
      list: [
        { start_time: '2026-07-01 21:00:00', end_time: '2026-07-01 22:00:00' },
        { start_time: '2026-07-09 19:00:00', end_time: '2026-07-09 22:00:00' },
        { start_time: '2026-07-16 19:00:00', end_time: '2026-07-16 22:00:00' },
        { start_time: '2026-07-23 19:00:00', end_time: '2026-07-23 22:00:00' },
      ],
    })
  })

  it('lasts until the next', () => {
    const later = change('20260722', '20260722T180000', '20260722T190000')
    expect(read(weekly, later, change('20260708', '20260708T200000', '20260708T220000')).times).toEqual([
      '2026-07-01 21:00',
      '2026-07-08 20:00',
      '2026-07-15 20:00',
      '2026-07-22 18:00',
    ])
  })

  it('cancels them', () => {
    const cancelled = change('20260708', '20260708T210000', '20260708T220000', 'STATUS:CANCELLED')
    expect(read(weekly, cancelled).times).toEqual(['2026-07-01 21:00'])
  })
})

import ICAL from 'ical.js'

const understood = (text: string, start = { month: 1, day: 5 }) =>
  understoodRule(ICAL.Recur.fromString(text), start) !== undefined

it.each([
  'FREQ=DAILY;INTERVAL=2',
  'FREQ=WEEKLY;INTERVAL=1000;BYDAY=MO,TH',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=MONTHLY;INTERVAL=48;BYDAY=4MO,-1FR',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=28',
  'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU',
  'FREQ=YEARLY;BYMONTH=4,12;BYMONTHDAY=31',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=MONTHLY;BYDAY=1SA;BYMONTH=6,7,8',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31',
  'FREQ=MONTHLY;INTERVAL=2;BYMONTH=3',
  'FREQ=WEEKLY;BYDAY=SA;BYMONTH=6,7,8',
  'FREQ=WEEKLY;INTERVAL=4;BYMONTH=2',
])('understands %s', (rule) => {
  expect(understood(rule)).toBe(true)
})

it.each([
  'FREQ=DAILY;BYDAY=5MO',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=DAILY;INTERVAL=1001',
  'FREQ=MONTHLY;INTERVAL=2;BYDAY=-5MO',
  'FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO',
  'FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2',
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYDAY=5MO',
  'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=-28;BYDAY=MO',
  'FREQ=MONTHLY;INTERVAL=2;BYMONTH=4',
  'FREQ=MONTHLY;BYMONTH=4,6;BYMONTHDAY=31',
  'FREQ=MONTHLY;BYDAY=5SA;BYMONTH=2',
  'FREQ=WEEKLY;INTERVAL=5;BYMONTH=2',
  'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15;BYDAY=1MO',
  'FREQ=YEARLY;BYDAY=5MO',
  'FREQ=SECONDLY',
])('does not understand %s', (rule) => {
  expect(understood(rule)).toBe(false)
})

it('takes the day that a rule does not say from its start', () => {
  expect(understood('FREQ=YEARLY;INTERVAL=2', { month: 2, day: 29 })).toBe(false)
  expect(understood('FREQ=YEARLY;INTERVAL=2', { month: 12, day: 31 })).toBe(true)
  expect(understood('FREQ=MONTHLY;BYMONTH=4,6', { month: 3, day: 31 })).toBe(false)
})

it.each([
  ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', true],
  ['RDATE:20260329T010000', true],
  ['RRULE:FREQ=MONTHLY;BYDAY=1MO', false],
  ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nRRULE:FREQ=DAILY', false],
])('a time zone of %s is understood: %s', (line, expected) => {
  const text = `BEGIN:VTIMEZONE\r\nTZID:Village\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n${line}\r\nEND:STANDARD\r\nEND:VTIMEZONE`
  const parsed: unknown = ICAL.parse(text)
  expect(isZoneUnderstood(new ICAL.Component(parsed as string))).toBe(expected)
})
