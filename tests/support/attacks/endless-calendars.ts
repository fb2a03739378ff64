// Calendars that once stopped the whole server, or held it up for seconds: each loops within one call of its library, or costs
// the square of its length.

interface EndlessCalendar {
  name: string
  text: string
}

const WINTER = '20261201T100000Z'
const FEBRUARY = '20270201T100000Z'

/** An event with these lines in place of what repeats it. */
function calendarOf(lines: readonly string[], { start = WINTER, zones = '' } = {}): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    zones,
    'BEGIN:VEVENT',
    'UID:endless',
    'SUMMARY:Endless',
    'DESCRIPTION:An evening at the sea.',
    start.includes(':') ? `DTSTART;${start}` : `DTSTART:${start}`,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const zoneWith = (rule: string) =>
  [
    'BEGIN:VTIMEZONE',
    'TZID:Village',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0000',
    `RRULE:${rule}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\n')

const ofRule = (rule: string, start = WINTER): EndlessCalendar => ({
  name: rule,
  text: calendarOf([`RRULE:${rule}`], { start }),
})

const ofZone = (rule: string): EndlessCalendar => ({
  name: `a time zone with ${rule}`,
  text: calendarOf(['RRULE:FREQ=WEEKLY;COUNT=3'], {
    start: 'TZID=Village:20261201T100000',
    zones: zoneWith(rule),
  }),
})

export const ENDLESS_CALENDARS: readonly EndlessCalendar[] = [
  ofRule('FREQ=DAILY;BYDAY=5MO'),
  ofRule('FREQ=DAILY;BYMONTH=2;BYDAY=5MO'),
  ofRule('FREQ=WEEKLY;BYDAY=5MO'),
  ofRule('FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO', FEBRUARY),
  ofRule('FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYDAY=5MO', FEBRUARY),
  ofRule('FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2'),
  ofRule('FREQ=DAILY;INTERVAL=99999999999'),
  ofRule('FREQ=WEEKLY;INTERVAL=9999999999'),
  {
    name: 'a second rule',
    text: calendarOf(['RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=DAILY;BYDAY=5MO']),
  },
  ofZone('FREQ=DAILY;BYDAY=5MO'),
  ofZone('FREQ=SECONDLY'),
  ofZone('FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYDAY=5MO'),
  {
    name: 'a length of millions of years',
    text: calendarOf(['DURATION:P9999999999W', 'RRULE:FREQ=DAILY;COUNT=2']),
  },
  {
    name: 'a length of millions of years of one occurrence',
    text: calendarOf(['RRULE:FREQ=DAILY;COUNT=2'])
      .concat('\n')
      .replace(
        'END:VCALENDAR',
        [
          'BEGIN:VEVENT',
          'UID:endless',
          'SUMMARY:Endless',
          'RECURRENCE-ID:20261202T100000Z',
          'DTSTART:20261202T110000Z',
          'DURATION:P9999999999W',
          'END:VEVENT',
          'END:VCALENDAR',
        ].join('\n'),
      ),
  },
]

/** Megabytes of what no calendar has so much of: whether each is read, refused or given up depends on the machine. */
export const HEAVY_CALENDARS: readonly { name: string; text: string }[] = [
  {
    name: 'excepted dates',
    text: calendarOf(['RRULE:FREQ=DAILY', ...repeated('EXDATE:20261203T100000Z', 150_000)]),
  },
  { name: 'extra dates', text: calendarOf(repeated('RDATE:20261203T100000Z', 150_000)) },
  { name: 'a table of commas', text: `Title,Date\n${'a,\n'.repeat(1_200_000)}` },
  { name: 'a table of one identifier', text: `UID,Title,Date\n${'1,A,2026-12-01\n'.repeat(250_000)}` },
  { name: 'a table of headings', text: `Title,Date${',a'.repeat(1_500_000)}\nA,2026-12-01\n` },
]

function repeated(line: string, count: number): string[] {
  return Array.from({ length: count }, () => line)
}

const BLANKS = ' '.repeat(100_000)
const described = (description: string) =>
  calendarOf([`DESCRIPTION:${description}`]).replace('DESCRIPTION:An evening at the sea.\n', '')

/** Large parts that were read in a time that grew with the square of their length. */
export const SLOW_TEXTS: readonly { name: string; text: string; title: string }[] = [
  { name: 'HTML with a hundred thousand blanks', text: described(`<p>a${BLANKS}b`), title: 'Endless' },
  {
    name: 'HTML with thousands of scripts that are not closed',
    text: described(`<p>${'<script '.repeat(100_000)}`),
    title: 'Endless',
  },
  {
    name: 'a table with forty thousand blanks in a time',
    text: `Title,Date,Time,Description\nEndless,2026-12-01,12${' '.repeat(40_000)}x,An evening at the sea.\n`,
    title: 'Endless',
  },
  {
    name: 'a table with forty thousand blanks behind a date',
    text: `Title,Date,Time,Description\nEndless,"2026-12-01${' '.repeat(40_000)}\nx",12:00,An evening at the sea.\n`,
    title: 'Endless',
  },
  {
    name: 'a time zone of a hundred thousand letters',
    text: calendarOf([]).replace('DTSTART', `DTSTART;TZID=${'A'.repeat(100_000)}`),
    title: 'Endless',
  },
  {
    name: 'a file of time zones that are not closed',
    text: `${calendarOf([])}\n${'BEGIN:VTIMEZONE\nTZID:Open\n'.repeat(100_000)}no line of a calendar`,
    title: 'Endless',
  },
]
