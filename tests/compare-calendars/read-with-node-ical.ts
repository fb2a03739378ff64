/**
 * Reads a calendar with node-ical, whose rules are those of rrule, and prints what read-with-icalendar.py does, by the same arguments. Runs
 * with TZ at the village: node-ical takes times without a zone for the computer's.
 */
import ical from 'node-ical'
import type { VEvent } from 'node-ical'

/** Start and end in village time, days without a time. */
type Times = [start: string, end: string]

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The computer's wall clock, as if it were UTC: as rrule gives the occurrences of a rule with a zone. */
function asWall(date: Date): Date {
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS)
}

function instantOf(wall: Date): Date {
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
  )
}

/** The last day of a whole-day event is the one before its end. */
function timesOf(start: Date, end: Date, isDay: boolean): Times {
  const text = (wall: Date) =>
    wall.toISOString().slice(0, isDay ? 'yyyy-mm-dd'.length : 'yyyy-mm-ddThh:mm'.length)
  return [text(start), text(isDay && end > start ? new Date(end.getTime() - DAY_MS) : end)]
}

/** node-ical keeps excepted and changed occurrences by day. */
function keyOf(wall: Date): string {
  return instantOf(wall).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** Wall clocks of the occurrences of its rule that begin between two of them. */
function startsOfRule({ rrule, start }: VEvent, from: Date, to: Date): Date[] {
  if (!rrule) return []
  const around = rrule.between(new Date(from.getTime() - DAY_MS), new Date(to.getTime() + DAY_MS), true)
  const isInZone = Boolean(rrule.origOptions.tzid)
  // The rule counts in UTC without a zone, from the start as the computer's zone has it.
  const shift = isInZone ? 0 : asWall(start).getTime() - start.getTime()
  return around.map((date) => new Date(date.getTime() + shift))
}

function occurrencesOf(event: VEvent, first: Date, last: Date): Times[] {
  const isDay = event.datetype === 'date'
  const length = asWall(event.end).getTime() - asWall(event.start).getTime()
  const changed = event.recurrences ?? {}
  const excepted = (event.exdate ?? {}) as Record<string, Date>
  const found: [Date, Date, boolean][] = []
  const isSingle = !event.rrule && event.recurrenceid === undefined
  const starts = isSingle
    ? [asWall(event.start)]
    : startsOfRule(event, new Date(first.getTime() - length), last)
  if (event.status !== 'CANCELLED')
    for (const start of starts)
      if (!(keyOf(start) in changed) && !(keyOf(start) in excepted))
        found.push([start, new Date(start.getTime() + length), isDay])
  for (const one of Object.values(changed))
    if (one.status !== 'CANCELLED') found.push([asWall(one.start), asWall(one.end), one.datetype === 'date'])
  return found
    .filter(([start, end]) => start < last && (end > first || start >= first))
    .map((times) => timesOf(...times))
}

const [path = '', , days = '', ...points] = process.argv.slice(2)
const events = Object.values(ical.sync.parseFile(path)).filter((one) => one.type === 'VEVENT')
const read = points.map((point) => {
  const first = new Date(`${point}T00:00:00Z`)
  const last = new Date(first.getTime() + Number(days) * DAY_MS)
  const byUid: Record<string, Times[]> = {}
  for (const event of events) {
    const times = occurrencesOf(event, first, last)
    if (times.length > 0) (byUid[event.uid ?? ''] ??= []).push(...times)
  }
  return [point, byUid]
})
process.stdout.write(JSON.stringify(Object.fromEntries(read)))
