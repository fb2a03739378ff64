import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import type { ImportNote } from '@/domain/staff/import'
import { readIcs } from './read-ics'

beforeAll(ensureTemporal)

const NOW = Date.parse('2026-06-15T10:00:00Z') / 1000
const HORIZON = Date.parse('2027-09-15T10:00:00Z') / 1000

/** The one event of a file of these components, each given by its lines. */
function read(...components: string[]) {
  const events = components.map((lines) => `BEGIN:VEVENT\nUID:1\n${lines}\nEND:VEVENT`)
  const text = `BEGIN:VCALENDAR\n${events.join('\n')}\nEND:VCALENDAR`
  const [event] = readIcs(text, { nowSeconds: NOW, horizonSeconds: HORIZON }).events
  if (event === undefined) throw new Error('no event was read')
  return event
}

/** When it begins: `07-01 21:00`, of days `07-01`; at most six. */
const starts = (...components: string[]) =>
  read(...components)
    .blocks.slice(0, 6)
    .map(({ start_time, is_all_day }) => start_time.slice(5, is_all_day ? 10 : 16))

const changed = (id: string, more = '') =>
  `RECURRENCE-ID${id}\nSUMMARY:Concert\nDTSTART:20260709T210000\nDTEND:20260709T220000${more}`
const notes = (...components: string[]): readonly ImportNote[] => read(...components).notes

const SERIES = 'SUMMARY:Concert\nDTSTART:20260701T210000\nDTEND:20260701T220000'
const DAYS = 'SUMMARY:Fair\nDTSTART;VALUE=DATE:20260701'

describe('the start of an event', () => {
  it.each([
    ['DTSTART:20260701T200000Z', '07-01 21:00'],
    ['DTSTART:20260701T210000', '07-01 21:00'],
    ['DTSTART:2026-07-01T21:00:00', '07-01 21:00'],
    ['DTSTART;VALUE=DATE:2026-07-01T21:00:00', '07-01 21:00'],
    ['DTSTART;TZID=Europe/Madrid:20260701T220000', '07-01 21:00'],
    ['DTSTART;TZID="/freeassociation.sourceforge.net/Europe/Madrid":20260701T220000', '07-01 21:00'],
    ['DTSTART;TZID=Romance Standard Time:20260701T220000', '07-01 21:00'],
    ['DTSTART;TZID=Europe/Lisbon:20260701T200000Z', '07-01 21:00'],
    ['DTSTART:20260701T240000', '07-02 00:00'],
    ['DTSTART:20260701', '07-01'],
    ['DTSTART;VALUE=DATE:20260701', '07-01'],
    ['DTSTART;VALUE=DATE:2026-07-01', '07-01'],
    ['DTSTART;TZID=GMT Standard Time:20260701T000000\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE', '07-01'],
    ['DTSTART;TZID=Europe/Berlin:20260701T000000\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE', '07-01'],
    ['DTSTART:20260630T230000Z\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE', '07-01'],
  ])('of %s', (line, expected) => {
    expect(starts(line)).toEqual([expected])
  })

  it.each([
    ['SUMMARY:x', 'start_missing'],
    ['DTSTART:tomorrow', 'time_unreadable'],
    ['DTSTART:20260231T200000', 'time_unreadable'],
    ['DTSTART:20260701T200000\nDTEND:later', 'time_unreadable'],
    ['DTSTART:20260701T200000\nDURATION:P9999999999W', 'time_unreadable'],
  ])('is refused: %s', (lines, reason) => {
    expect(read(lines).reason).toBe(reason)
  })

  it('is in a zone that the file defines, and of one that nobody knows it is said', () => {
    const zone =
      'BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:19701025T030000\nTZOFFSETFROM:+0400\nTZOFFSETTO:+0300\nRRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:19700329T020000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0400\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:DAYLIGHT\nEND:VTIMEZONE\n'
    const event = 'BEGIN:VEVENT\nDTSTART;TZID=Own:20260701T230000\nEND:VEVENT\n'
    const reading = (head: string) =>
      readIcs(`BEGIN:VCALENDAR\n${head}${event}END:VCALENDAR`, { nowSeconds: NOW, horizonSeconds: HORIZON })
        .events[0]
    expect(reading(zone)).toMatchObject({
      blocks: [{ start_time: '2026-07-01 20:00:00' }],
      notes: ['end_guessed'],
    })
    expect(reading('')).toMatchObject({
      blocks: [{ start_time: '2026-07-01 23:00:00' }],
      notes: ['zone_unknown', 'end_guessed'],
    })
  })
})

describe('the end of an event', () => {
  it.each([
    ['DTSTART:20260701T210000\nDTEND:20260701T233000', '2026-07-01 23:30:00'],
    ['DTSTART:20260701T210000\nDURATION:PT1H30M', '2026-07-01 22:30:00'],
    ['DTSTART:20260701T210000', '2026-07-01 22:00:00'],
    ['DTSTART:20260701T210000\nDTEND;VALUE=DATE:20260702', '2026-07-02 00:00:00'],
    [`${DAYS}\nDTEND;VALUE=DATE:20260704`, '2026-07-03'],
    [`${DAYS}\nDURATION:P2D`, '2026-07-02'],
    [DAYS, '2026-07-01'],
    // The hour that the clock repeats in October, and that it skips in March.
    ['DTSTART:20261025T003000Z\nDTEND:20261025T011500Z', '2026-10-25 02:15:00'],
    ['DTSTART:20270328T003000\nDURATION:PT1H', '2027-03-28 02:30:00'],
  ])('of %s', (lines, end) => {
    expect(read(lines).blocks[0]?.end_time).toBe(end)
  })
})

describe('a rule', () => {
  it.each([
    ['20251205', 'FREQ=YEARLY', ['12-05']],
    ['20240229', 'FREQ=YEARLY;UNTIL=20330101', ['02-29', '02-29']],
    ['20241231', 'FREQ=YEARLY;BYMONTH=4,12;BYMONTHDAY=31;COUNT=4', ['12-31', '12-31']],
    ['20260701', 'FREQ=YEARLY;BYDAY=-1SU;COUNT=2', ['07-01', '12-27']],
    ['20260701', 'FREQ=MONTHLY;BYDAY=1SA,-1SU;COUNT=4', ['07-01', '07-04', '07-26', '08-01']],
    ['20260731', 'FREQ=MONTHLY;COUNT=3', ['07-31', '08-31', '10-31']],
    ['20260730', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', ['07-30', '07-31', '08-31']],
    ['20260731', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['07-31', '08-31', '09-30']],
    ['20260701', 'FREQ=DAILY;INTERVAL=3;COUNT=3', ['07-01', '07-04', '07-07']],
    ['20260701', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4', ['07-01', '07-13', '07-15', '07-27']],
    ['20260705', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=4', ['07-05', '07-06', '07-19', '07-20']],
    ['19990104', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20260701', ['06-15', '06-17', '06-29', '07-01']],
    ['20260101', 'FREQ=DAILY;COUNT=167', ['06-15', '06-16']],
    ['20260701', 'freq=weekly;count=2', ['07-01', '07-08']],
    // Its first date counts, though the rule does not name it (RFC 5545, 3.8.5.3).
    ['20260701', 'FREQ=WEEKLY;BYDAY=FR;COUNT=3', ['07-01', '07-03', '07-10']],
    ['20260701', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', ['07-01']],
  ])('from %s of %s has its days', (start, rule, expected) => {
    expect(starts(`DTSTART;VALUE=DATE:${start}\nRRULE:${rule}`)).toEqual(expected)
  })

  it.each([
    'FREQ=FORTNIGHTLY',
    'FREQ=WEEKLY;BYDAY=Tuesday',
    'FREQ=WEEKLY;BYDAY=5MO',
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=9,17',
    'FREQ=DAILY;INTERVAL=99999999999',
    'FREQ=WEEKLY;UNTIL=soon',
    'BYDAY=MO',
    '',
  ])('that is not understood is refused: %s', (rule) => {
    expect(read(`${SERIES}\nRRULE:${rule}`)).toMatchObject({ reason: 'rule_unsupported', blocks: [] })
  })

  it.each([
    ['RRULE:FREQ=WEEKLY;UNTIL=20260715T200000Z', 3],
    ['RRULE:FREQ=WEEKLY;UNTIL=20260715T195959Z', 2],
    ['RRULE:FREQ=WEEKLY;UNTIL=20260715', 3],
    ['RRULE:FREQ=WEEKLY;UNTIL=20260715T210000', 3],
  ])('ends where it says: %s', (rule, count) => {
    expect(read(`${SERIES}\n${rule}`).blocks).toHaveLength(count)
  })

  it('keeps its hour in its zone when clocks change, and so changes it in the village', () => {
    expect(
      starts('DTSTART;TZID=America/New_York:20261027T140000\nRRULE:FREQ=WEEKLY;COUNT=2\nDURATION:PT1H'),
    ).toEqual(['10-27 18:00', '11-03 19:00'])
  })

  it.each([
    'DTSTART;VALUE=DATE:20280601\nRRULE:FREQ=YEARLY',
    'DTSTART;VALUE=DATE:20240601\nRRULE:FREQ=YEARLY;INTERVAL=4',
  ])('whose next date is beyond the horizon is later, and not over: %s', (lines) => {
    expect(read(lines)).toMatchObject({ blocks: [], isLater: true })
  })

  it('without an end goes to the horizon, and a single date beyond it is there', () => {
    expect(read(`${DAYS}\nRRULE:FREQ=MONTHLY`)).toMatchObject({ isOpen: true, isLater: false })
    expect(read(`${DAYS}\nRRULE:FREQ=MONTHLY`).blocks).toHaveLength(15)
    expect(read('DTSTART;VALUE=DATE:20280601').blocks).toHaveLength(1)
  })
})

describe('dates besides a rule', () => {
  const FOUR = `${SERIES}\nRRULE:FREQ=DAILY;COUNT=4`

  it.each([
    ['EXDATE:20260702T210000', ['07-01', '07-03', '07-04']],
    ['EXDATE:20260702T200000Z', ['07-01', '07-03', '07-04']],
    ['EXDATE;VALUE=DATE:20260702', ['07-01', '07-03', '07-04']],
    ['EXDATE:20260702', ['07-01', '07-03', '07-04']],
    ['EXDATE:junk,20260702T210000,20260701T080000', ['07-01', '07-03', '07-04']],
    ['RDATE:20260710T210000', ['07-01', '07-02', '07-03', '07-04', '07-10']],
    ['RDATE;VALUE=PERIOD:20260710T210000/PT3H', ['07-01', '07-02', '07-03', '07-04', '07-10']],
  ])('%s', (line, days) => {
    expect(starts(`${FOUR}\n${line}`).map((start) => start.slice(0, 5))).toEqual(days)
  })

  it.each(['EXDATE:garbage', 'EXDATE:20260231T210000', 'RDATE;VALUE=PERIOD:junk'])(
    'that cannot be read cost a note: %s',
    (line) => {
      expect(read(`${FOUR}\n${line}`)).toMatchObject({ notes: ['dates_unreadable'] })
    },
  )
})

describe('a changed date', () => {
  const WEEKLY = `${SERIES}\nRRULE:FREQ=WEEKLY;COUNT=3`

  it.each([':20260708T210000', ':20260708T200000Z', ';VALUE=DATE:20260708', ':20260708'])(
    'named by %s is moved, and not beside the one that it was',
    (id) => {
      expect(starts(WEEKLY, changed(id))).toEqual(['07-01 21:00', '07-09 21:00', '07-15 21:00'])
    },
  )

  it('of whole days is found by a midnight of its zone, or of the village in UTC', () => {
    const days = `${DAYS}\nRRULE:FREQ=WEEKLY;COUNT=2`
    for (const id of [';TZID=Europe/Berlin:20260708T000000', ':20260707T230000Z'])
      expect(starts(days, `RECURRENCE-ID${id}\nDTSTART;VALUE=DATE:20260709`)).toEqual(['07-01', '07-09'])
  })

  it('that is cancelled is left out, and what else it says is noted', () => {
    expect(starts(WEEKLY, changed(':20260708T210000', '\nSTATUS:CANCELLED'))).toHaveLength(2)
    expect(notes(WEEKLY, changed(':20260708T210000', '\nSTATUS:CANCELLED'))).toEqual(['dates_cancelled'])
    expect(notes(WEEKLY, changed(':20260708T210000', '\nLOCATION:Elsewhere'))).toEqual([
      'exception_place_left_out',
    ])
    expect(notes(WEEKLY, changed(':20260708T210000', '\nDESCRIPTION:With a guest'))).toEqual([
      'exception_text_left_out',
    ])
  })

  it('that changes all that follow is refused, and stands for itself where its series is not in the file', () => {
    expect(read(WEEKLY, changed(';RANGE=THISANDFUTURE:20260708T210000')).reason).toBe('rule_unsupported')
    expect(starts(changed(':20260708T210000'))).toEqual(['07-09 21:00'])
  })
})

describe('components of one identifier', () => {
  it('are the edition with the highest SEQUENCE, and refused when two claim to be it', () => {
    const [older, newer] = [`${SERIES}\nSEQUENCE:1`, `${SERIES.replaceAll('0701', '0702')}\nSEQUENCE:2`]
    expect(starts(older, newer)).toEqual(['07-02 21:00'])
    expect(starts(newer, older)).toEqual(['07-02 21:00'])
    expect(read(older, newer.replace('SEQUENCE:2', 'SEQUENCE:1')).reason).toBe('uid_repeated')
  })
})

it('reads folded lines, escapes, and not those of an alarm; a line that is none costs a note', () => {
  expect(
    read(
      `DTSTART:20260701T210000\nDTEND:20260701T220000\nSUMMARY:Con\n cert\\, at the sea\nCATEGORIES:Music,Surf\nGEO:38.96;-9.41\nDESCRIPTION:One\\nTwo\nthis is no line\nBEGIN:VALARM\nDESCRIPTION:Alarm\nDTSTART:20200101T000000\nEND:VALARM`,
    ),
  ).toMatchObject({
    title: 'Concert, at the sea',
    description: 'One\nTwo',
    categories: ['Music', 'Surf'],
    position: { latitude: 38.96, longitude: -9.41 },
    notes: ['lines_left_out'],
  })
})
