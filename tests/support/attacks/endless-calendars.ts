// Calendars that once stopped the whole server, or held it up for seconds: each loops within one call of its library, or costs
// the square of its length.

const WINTER = '20261201T100000Z'

/** An event with these lines in place of what repeats it. */
function calendarOf(lines: readonly string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:endless',
    'SUMMARY:Endless',
    'DESCRIPTION:An evening at the sea.',
    `DTSTART:${WINTER}`,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n')
}

/** Its library looks for ever for a day that there is not. */
export const ENDLESS_CALENDAR = calendarOf(['RRULE:FREQ=DAILY;BYDAY=5MO'])

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
]
