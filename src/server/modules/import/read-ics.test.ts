import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { readIcs } from './read-ics'

beforeAll(ensureTemporal)

const NOW = Date.parse('2026-06-15T10:00:00Z') / 1000

/** The one event of a file of these components, each given by its lines. */
function read(...components: string[]) {
  const events = components.map((lines) => `BEGIN:VEVENT\nUID:1\n${lines}\nEND:VEVENT`)
  const [event] = readIcs(`BEGIN:VCALENDAR\n${events.join('\n')}\nEND:VCALENDAR`, NOW).events
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

const SERIES = 'SUMMARY:Concert\nDTSTART:20260701T210000\nDTEND:20260701T220000'
const DAYS = 'SUMMARY:Fair\nDTSTART;VALUE=DATE:20260701'

describe('an event', () => {
  it.each([
    ['DTSTART:20260701T200000Z', '2026-07-01 21:00:00', '2026-07-01 22:00:00'],
    ['DTSTART:20260701T210000\nDTEND:20260701T233000', '2026-07-01 21:00:00', '2026-07-01 23:30:00'],
    ['DTSTART;VALUE=DATE:20260701T210000\nDURATION:PT1H30M', '2026-07-01 21:00:00', '2026-07-01 22:30:00'],
    ['DTSTART;TZID=Europe/Madrid:20260701T220000', '2026-07-01 21:00:00', '2026-07-01 22:00:00'],
    [DAYS, '2026-07-01', '2026-07-01'],
    [`${DAYS}\nDTEND;VALUE=DATE:20260704`, '2026-07-01', '2026-07-03'],
    // Exchange writes whole days as midnights.
    ['DTSTART:20260701T000000\nDTEND:20260702T000000', '2026-07-01', '2026-07-01'],
    // The hour that the clock skips in March.
    ['DTSTART:20270328T003000\nDURATION:PT1H', '2027-03-28 00:30:00', '2027-03-28 02:30:00'],
  ])('of %s is from %s to %s', (lines, start_time, end_time) => {
    expect(read(lines).blocks).toMatchObject([{ start_time, end_time }])
  })

  it.each([
    ['SUMMARY:x', 'start_missing'],
    ['DTSTART:tomorrow', 'time_unreadable'],
    ['DTSTART:2026-07-01T21:00:00', 'time_unreadable'],
    ['DTSTART:20260231T200000', 'time_unreadable'],
    ['DTSTART:20260701T200000\nDTEND:later', 'time_unreadable'],
    [`${SERIES}\nEXDATE:garbage`, 'time_unreadable'],
    [`${SERIES}\nRRULE:FREQ=FORTNIGHTLY`, 'rule_unsupported'],
    [`${SERIES}\nRRULE:FREQ=HOURLY`, 'rule_unsupported'],
    [`${SERIES}\nthis is no line`, 'unreadable'],
  ])('of %s is among the others, with a reason', (lines, reason) => {
    expect(read(lines)).toMatchObject({ uid: '1', reason, blocks: [] })
  })

  it('is in a zone that the file defines, and of one that nobody knows it is said', () => {
    const zone =
      'BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:19701025T030000\nTZOFFSETFROM:+0400\nTZOFFSETTO:+0300\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:19700329T020000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0400\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:DAYLIGHT\nEND:VTIMEZONE\n'
    const event = 'BEGIN:VEVENT\nDTSTART;TZID=Own:20260701T230000\nEND:VEVENT\n'
    const reading = (head: string) => readIcs(`BEGIN:VCALENDAR\n${head}${event}END:VCALENDAR`, NOW).events[0]
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

describe('a series', () => {
  it.each([
    ['20251205', 'FREQ=YEARLY', ['12-05']],
    ['20260701', 'FREQ=YEARLY;BYDAY=-1SU;COUNT=1', ['07-01', '12-27']],
    ['20260731', 'FREQ=MONTHLY;COUNT=3', ['07-31', '08-31', '10-31']],
    ['20260731', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['07-31', '08-31', '09-30']],
    ['20260705', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=4', ['07-05', '07-06', '07-19', '07-20']],
    ['19990104', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20260701', ['06-15', '06-17', '06-29', '07-01']],
    // Its first date counts, though the rule does not name it (RFC 5545, 3.8.5.3).
    ['20260701', 'FREQ=WEEKLY;BYDAY=FR;COUNT=2', ['07-01', '07-03', '07-10']],
    // Beyond the horizon there is its next date alone.
    ['20280601', 'FREQ=YEARLY', ['06-01']],
  ])('from %s by %s has its days', (start, rule, expected) => {
    expect(starts(`DTSTART;VALUE=DATE:${start}\nRRULE:${rule}`)).toEqual(expected)
  })

  it.each([
    ['RRULE:FREQ=WEEKLY;UNTIL=20260715T200000Z', 3],
    ['RRULE:FREQ=WEEKLY;UNTIL=20260715T195959Z', 2],
    ['RRULE:FREQ=WEEKLY;UNTIL=20260715', 3],
  ])('ends where it says: %s', (rule, count) => {
    expect(read(`${SERIES}\n${rule}`).blocks).toHaveLength(count)
  })

  it('keeps its hour in its zone when clocks change, and so changes it in the village', () => {
    expect(
      starts('DTSTART;TZID=America/New_York:20261027T140000\nRRULE:FREQ=WEEKLY;COUNT=2\nDURATION:PT1H'),
    ).toEqual(['10-27 18:00', '11-03 19:00'])
  })

  it('without an end goes as far as the horizon, which is said', () => {
    const { blocks, notes } = read(`${DAYS}\nRRULE:FREQ=MONTHLY`)
    expect([blocks.length, notes]).toEqual([15, ['occurrences_cut']])
  })

  it.each([
    ['EXDATE:20260702T210000', ['07-01', '07-03']],
    ['EXDATE:20260702T200000Z', ['07-01', '07-03']],
    ['EXDATE;VALUE=DATE:20260701,20260702', ['07-03']],
    ['RDATE:20260710T210000', ['07-01', '07-02', '07-03', '07-10']],
    ['RDATE;VALUE=PERIOD:20260710T210000/PT3H', ['07-01', '07-02', '07-03', '07-10']],
  ])('with %s', (line, days) => {
    const found = starts(`${SERIES}\nRRULE:FREQ=DAILY;COUNT=3\n${line}`)
    expect(found.map((start) => start.slice(0, 5))).toEqual(days)
  })

  const WEEKLY = `${SERIES}\nRRULE:FREQ=WEEKLY;COUNT=3`

  it.each([':20260708T210000', ':20260708T200000Z', ';VALUE=DATE:20260708'])(
    'has a changed date, named by %s, where it was moved, and not where it was',
    (id) => {
      expect(starts(WEEKLY, changed(id))).toEqual(['07-01 21:00', '07-09 21:00', '07-15 21:00'])
    },
  )

  it('leaves out a cancelled date, and says what else a changed one has of its own', () => {
    expect(starts(WEEKLY, changed(':20260708T210000', '\nSTATUS:CANCELLED'))).toHaveLength(2)
    expect(read(WEEKLY, changed(':20260708T210000', '\nLOCATION:Elsewhere')).notes).toEqual([
      'exception_text_left_out',
    ])
  })

  it('that changes in all that follows is refused; a changed date stands for itself where its series is not in the file', () => {
    expect(read(WEEKLY, changed(';RANGE=THISANDFUTURE:20260708T210000')).reason).toBe('rule_unsupported')
    expect(starts(changed(':20260708T210000'))).toEqual(['07-09 21:00'])
  })
})

it('takes of components with one identifier the edition with the highest SEQUENCE, and none when two claim to be it', () => {
  const [older, newer] = [`${SERIES}\nSEQUENCE:1`, `${SERIES.replaceAll('0701', '0702')}\nSEQUENCE:2`]
  expect(starts(older, newer)).toEqual(['07-02 21:00'])
  expect(starts(newer, older)).toEqual(['07-02 21:00'])
  expect(read(older, newer.replace('SEQUENCE:2', 'SEQUENCE:1')).reason).toBe('uid_repeated')
})

it('reads folded lines, escapes, and not those of an alarm', () => {
  expect(
    read(
      `${SERIES.replace('Concert', 'Con\n cert\\, at the sea')}\nCATEGORIES:Music,Surf\nGEO:38.96;-9.41\nDESCRIPTION:One\\nTwo\nBEGIN:VALARM\nDESCRIPTION:Alarm\nDTSTART:20200101T000000\nEND:VALARM`,
    ),
  ).toMatchObject({
    title: 'Concert, at the sea',
    description: 'One\nTwo',
    categories: ['Music', 'Surf'],
    position: { latitude: 38.96, longitude: -9.41 },
    notes: [],
  })
})

it('has the same digest as long as its source says the same, whatever an export adds to it', () => {
  const { digest } = read(SERIES)
  expect(read(`${SERIES}\nDTSTAMP:20260101T000000Z\nSEQUENCE:3`).digest).toBe(digest)
  expect(read(`${SERIES}\nSTATUS:CANCELLED`).digest).not.toBe(digest)
})
