/**
 * `node --import tsx tests/compare-calendars/compare-calendars.ts <folder>`: reads the calendars (ICS) of a folder as the import does, and with
 * Debian's python3-icalendar and python3-recurring-ical-events, at several points in time, and prints which occurrences differ. The files are nobody's test: what is
 * found wrong becomes a file of its own in the tests of the import.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureTemporal } from '@/domain/time/temporal'
import { decodeText } from '@/server/modules/import/source/decode-text'
import { readSource } from '@/server/modules/import/source/read-source'
import { SITE } from '@/site'

/** Occurrences of a UID, start and end in village time, days without a time. */
type Occurrences = Record<string, [start: string, end: string][]>

const DAYS = 365
/** As many as a list of the import has. */
const FIRST = 50
const POINTS = ['2004', '2008', '2010', '2012', '2014', '2016', '2018', '2020', '2022', '2024', '2026'].map(
  (year) => `${year}-01-01`,
)

interface Reading {
  occurrences: Occurrences
  obstacles: Record<string, string>
}

function readAsImport(path: string, first: Temporal.PlainDate): Reading | string {
  const nowSeconds = first.toZonedDateTime(SITE.timeZone).epochMilliseconds / 1000
  const read = readSource(decodeText(readFileSync(path)), { nowSeconds })
  if ('trouble' in read) return read.trouble
  const reading: Reading = { occurrences: {}, obstacles: {} }
  for (const unread of read.events) {
    const { uid, blocks, obstacle } = unread.read()
    if (obstacle !== undefined) reading.obstacles[uid] = obstacle
    const until = first.add({ days: DAYS }).toString()
    const times = blocks
      .filter(({ start_time }) => start_time < until)
      .map(({ start_time, end_time }): [string, string] => [short(start_time), short(end_time)])
    if (times.length > 0) reading.occurrences[uid] = times
  }
  return reading
}

function short(time: string): string {
  return time.replace(' ', 'T').slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** All points in one process: reading a file takes longer than expanding it. */
function readWithIcalendar(path: string): Record<string, Occurrences> | string {
  const script = join(import.meta.dirname, 'read-with-icalendar.py')
  const args = [script, path, SITE.timeZone, String(DAYS), ...POINTS]
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return status === 0
    ? (JSON.parse(stdout) as Record<string, Occurrences>)
    : (stderr.trim().split('\n').at(-1) ?? '')
}

/** Begins of the first occurrences; of an end that is missing or wrong each reader makes its own. */
function startsOf(times: readonly [string, string][]): string {
  return [...new Set(times.map(([start]) => start))].toSorted().slice(0, FIRST).join(' ')
}

interface Tally {
  equal: number
  differing: string[]
}

function compare(reading: Reading, other: Occurrences, tally: Tally, what: string): void {
  for (const uid of new Set([...Object.keys(reading.occurrences), ...Object.keys(other)])) {
    const ours = startsOf(reading.occurrences[uid] ?? [])
    const theirs = startsOf(other[uid] ?? [])
    if (ours === theirs) tally.equal += 1
    else tally.differing.push(`${what} ${uid}: ${reading.obstacles[uid] ?? ours} / ${theirs}`)
  }
}

await ensureTemporal()
const [folder = '.'] = process.argv.slice(2)
const files = readdirSync(folder).filter((name) => name.endsWith('.ics'))
const tally: Tally = { equal: 0, differing: [] }
const refused = new Set<string>()
const uids = new Set<string>()
for (const name of files) {
  const path = join(folder, name)
  const reading = readWithIcalendar(path)
  if (typeof reading === 'string') refused.add(`${name}: icalendar: ${reading}`)
  for (const point of POINTS) {
    const ours = readAsImport(path, Temporal.PlainDate.from(point))
    if (typeof ours === 'string') {
      refused.add(`${name}: import: ${ours}`)
      continue
    }
    for (const uid of Object.keys({ ...ours.occurrences, ...ours.obstacles })) uids.add(`${name} ${uid}`)
    if (typeof reading === 'object') compare(ours, reading[point] ?? {}, tally, `${name} ${point}`)
  }
}
const lines = [
  `${tally.equal} times an event was equal, ${tally.differing.length} times it differed (import / icalendar):`,
  ...tally.differing.map((line) => `  ${line}`),
  `${files.length} files, ${uids.size} events; not read by one of the readers:`,
  ...[...refused].map((line) => `  ${line}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
