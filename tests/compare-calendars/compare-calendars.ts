/**
 * `node --import tsx tests/compare-calendars/compare-calendars.ts <folder>`: reads the calendars (ICS) of a folder as the import does, with
 * Debian's python3-icalendar and python3-recurring-ical-events, and with node-ical, at several points in time, and prints a table of which
 * events differ, and why. The files are nobody's test: what is found wrong becomes a file of its own in the tests of the import.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureTemporal } from '@/domain/time/village-time'
import { decodeText, readSource } from '@/server/modules/import/mapping/preview-rows'
import { SITE } from '@/site/site'
import { writtenEvents } from './written-events'

/** Occurrences of a UID, start and end in village time, days without a time. */
type Occurrences = Record<string, [start: string, end: string][]>

const DAYS = 365
/** A list of the import has this many. */
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
  const text = decodeText(readFileSync(path))
  const read = readSource(text, { nowSeconds })
  if ('trouble' in read) return read.trouble
  const written = writtenEvents(text)
  const reading: Reading = { occurrences: {}, obstacles: {} }
  for (const unread of read.events) {
    const { blocks, obstacle, ...event } = unread.read()
    // The import makes a UID for an event without one, which no other reader knows.
    const uid = written.uids.has(event.uid) ? event.uid : ''
    if (obstacle !== undefined) reading.obstacles[uid] = obstacle
    const until = first.add({ days: DAYS }).toString()
    const times = blocks
      .filter(({ start_time }) => start_time < until)
      .map(({ start_time, end_time }): [string, string] => [short(start_time), short(end_time)])
    if (times.length > 0) reading.occurrences[uid] = [...(reading.occurrences[uid] ?? []), ...times]
  }
  return reading
}

function short(time: string): string {
  return time.replace(' ', 'T').slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** The readers; each prints what it read as JSON. */
const READERS: Record<string, string[]> = {
  icalendar: ['/usr/bin/python3', join(import.meta.dirname, 'read-with-icalendar.py')],
  'node-ical': [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'read-with-node-ical.ts')],
}

/** All points in one process: reading a file takes longer than expanding it. */
function readWith([program = '', ...script]: string[], path: string): Record<string, Occurrences> | string {
  const { status, stdout, stderr } = spawnSync(
    program,
    [...script, path, SITE.timeZone, String(DAYS), ...POINTS],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, TZ: SITE.timeZone },
    },
  )
  if (status === 0) return JSON.parse(stdout) as Record<string, Occurrences>
  return /^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.trim()
}

/** Begins of the first occurrences; of an end that is missing or wrong each reader makes its own. */
function startsOf(times: readonly [string, string][] = []): string {
  return [...new Set(times.map(([start]) => start))].toSorted().slice(0, FIRST).join(' ')
}

interface Comparison {
  equal: number
  /** The differing events by what is special about them. */
  differing: Map<string, string[]>
  unread: string[]
}

/** An event is equal when it is so at every point; else the first point where it is not is named. */
function compare(
  name: string,
  path: string,
  readings: ReadonlyMap<string, Reading>,
  reader: string,
  into: Comparison,
) {
  const read = readWith(READERS[reader] ?? [], path)
  if (typeof read === 'string') return into.unread.push(`${name}: ${read}`)
  const isAnyRead = Object.values(read).some((occurrences) => Object.keys(occurrences).length > 0)
  const isAnyThere = [...readings.values()].some(({ occurrences }) => Object.keys(occurrences).length > 0)
  if (isAnyThere && !isAnyRead) return into.unread.push(`${name}: no event found`)
  const written = writtenEvents(decodeText(readFileSync(path)))
  const uids = new Set<string>()
  for (const [point, { occurrences, obstacles }] of readings)
    for (const uid of Object.keys({ ...occurrences, ...obstacles, ...read[point] })) uids.add(uid)
  for (const uid of uids) {
    const different = [...readings].find(
      ([point, { occurrences }]) => startsOf(occurrences[uid]) !== startsOf(read[point]?.[uid]),
    )
    if (different === undefined) {
      into.equal += 1
      continue
    }
    const [point, { occurrences, obstacles }] = different
    const obstacle = obstacles[uid]
    const reason = obstacle === undefined ? written.peculiarityOf(uid) : `the import says ${obstacle}`
    const line = `${name} ${point} ${uid}: ${obstacle ?? startsOf(occurrences[uid])} / ${startsOf(read[point]?.[uid])}`
    into.differing.set(reason, [...(into.differing.get(reason) ?? []), line])
  }
}

await ensureTemporal()
const [folder = '.'] = process.argv.slice(2)
const files = readdirSync(folder).filter((name) => name.endsWith('.ics'))
const comparisons = new Map(
  Object.keys(READERS).map((reader): [string, Comparison] => [
    reader,
    { equal: 0, differing: new Map(), unread: [] },
  ]),
)
const refused: string[] = []
for (const name of files) {
  const path = join(folder, name)
  const readings = new Map<string, Reading>()
  for (const point of POINTS) {
    const reading = readAsImport(path, Temporal.PlainDate.from(point))
    if (typeof reading !== 'string') readings.set(point, reading)
    else if (refused.at(-1) !== `${name}: ${reading}`) refused.push(`${name}: ${reading}`)
  }
  if (readings.size > 0) for (const [reader, into] of comparisons) compare(name, path, readings, reader, into)
}

const row = (...cells: (string | number)[]) =>
  `${String(cells[0]).padEnd(48)}${cells
    .slice(1)
    .map((cell) => String(cell).padStart(10))
    .join('')}`
const lines = [row('import and', 'files', 'events', 'equal', 'differing')]
for (const [reader, { equal, differing, unread }] of comparisons) {
  const differences = [...differing.values()].flat().length
  lines.push(
    row(reader, files.length - refused.length - unread.length, equal + differences, equal, differences),
  )
  for (const [reason, { length }] of differing) lines.push(row(`  ${reason}`, '', '', '', length))
}
lines.push('', `${files.length} files; not read by the import:`, ...refused.map((line) => `  ${line}`))
for (const [reader, { differing, unread }] of comparisons) {
  lines.push(`not read by ${reader}:`, ...unread.map((line) => `  ${line}`), `import / ${reader}:`)
  lines.push(...[...differing.values()].flat().map((line) => `  ${line}`))
}
process.stdout.write(`${lines.join('\n')}\n`)
