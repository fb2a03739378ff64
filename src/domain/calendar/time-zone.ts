import { SECONDS_PER_DAY, villageOffset } from '@/domain/time/local-time'
import { SITE } from '@/site/site'
import { text } from './calendar-file'
import type { Component, Property } from './calendar-file'

const YEAR = 366 * SECONDS_PER_DAY

interface ClockChange {
  /** Epoch seconds. */
  at: number
  /** Seconds ahead of UTC, before and after. */
  from: number
  to: number
}

/**
 * The village's zone (VTIMEZONE) for times between two instants in epoch seconds, with the changes of its clock from a year before to a
 * year after them: Outlook knows no zone by its name alone.
 */
export function timeZoneComponent(first: number, last: number): Component {
  const changes = clockChanges(startOfYear(first) - YEAR, startOfYear(last) + 2 * YEAR)
  const observances =
    changes.length === 0
      ? [observance([{ at: 0, from: villageOffset(first), to: villageOffset(first) }])]
      : [...new Set(changes.map(offsetsOf))].map((offsets) =>
          observance(changes.filter((change) => offsetsOf(change) === offsets)),
        )
  return ['vtimezone', [text('tzid', SITE.timeZone)], observances]
}

function offsetsOf({ from, to }: ClockChange): string {
  return `${from} ${to}`
}

/** The instant is the same for every calendar of a year, so that its text changes with its events alone. */
function startOfYear(epochSeconds: number): number {
  return Date.UTC(new Date(epochSeconds * 1000).getUTCFullYear(), 0, 1) / 1000
}

function clockChanges(from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = []
  for (let day = from; day < to; day += SECONDS_PER_DAY) {
    const [before, after] = [villageOffset(day), villageOffset(day + SECONDS_PER_DAY)]
    if (before !== after)
      changes.push({ at: changeWithin(day, day + SECONDS_PER_DAY), from: before, to: after })
  }
  return changes
}

/** The minute from which on the clock shows what it shows at the end. */
function changeWithin(start: number, end: number): number {
  const after = villageOffset(end)
  let [low, high] = [start, end]
  while (high - low > 60) {
    const middle = Math.floor((low + high) / 120) * 60
    if (villageOffset(middle) === after) high = middle
    else low = middle
  }
  return high
}

/** All changes are between the same two offsets. */
function observance(changes: readonly ClockChange[]): Component {
  const [{ at, from, to } = { at: 0, from: 0, to: 0 }, ...rest] = changes
  const begins = (change: ClockChange) => wallText(change.at + change.from)
  const properties: Property[] = [
    ['dtstart', {}, 'date-time', wallText(at + from)],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
  ]
  if (rest.length > 0) properties.push(['rdate', {}, 'date-time', ...rest.map(begins)])
  return [to > from ? 'daylight' : 'standard', properties, []]
}

/** A wall clock in seconds as if it were UTC's, as jCal writes it. */
export function wallText(wallSeconds: number): string {
  return new Date(wallSeconds * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
}

function offsetText(seconds: number): string {
  const [hours, minutes] = wallText(Math.abs(seconds)).slice('yyyy-mm-ddT'.length).split(':')
  return `${seconds < 0 ? '-' : '+'}${hours}:${minutes}`
}
