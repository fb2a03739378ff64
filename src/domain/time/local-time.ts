import { SITE } from '@/site/site'

/** The days of a calendar in UTC; a village day has an hour less or more twice a year. */
export const SECONDS_PER_DAY = 86_400

export interface VillageWall {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

export function villageWall(epochSeconds: number): VillageWall {
  const wall = new Date((Math.floor(epochSeconds) + villageOffset(epochSeconds)) * 1000)
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  }
}

export function villageDay(epochSeconds: number): string {
  return new Date((epochSeconds + villageOffset(epochSeconds)) * 1000).toISOString().slice(0, 10)
}

/** How far the village's wall clock is ahead of UTC at an instant; both in seconds. */
export function villageOffset(epochSeconds: number): number {
  const day = Math.floor(epochSeconds / SECONDS_PER_DAY)
  const offset = offsetAtStartOf(day)
  return offset === offsetAtStartOf(day + 1) ? offset : readOffset(epochSeconds)
}

/** Intl is slow, and all but two days of a year have one offset: by days since 1970 in UTC. */
const offsets = new Map<number, number>()
const MAX_OFFSETS = 5000

function offsetAtStartOf(day: number): number {
  const known = offsets.get(day)
  if (known !== undefined) return known
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  const offset = readOffset(day * SECONDS_PER_DAY)
  offsets.set(day, offset)
  return offset
}

let wallFormat: Intl.DateTimeFormat | undefined

function readOffset(epochSeconds: number): number {
  const minuteStart = Math.floor(epochSeconds / 60) * 60
  const wall: VillageWall = { year: 0, month: 0, day: 0, hour: 0, minute: 0 }
  // The first formatter of a page takes a phone 20 ms and more: importing this does not wait for it.
  wallFormat ??= new Intl.DateTimeFormat('en-US', {
    timeZone: SITE.timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  for (const { type, value } of wallFormat.formatToParts(minuteStart * 1000)) {
    if (type in wall) wall[type as keyof VillageWall] = Number(value)
  }
  return wallSeconds(wall) - minuteStart
}

export function wallSeconds({ year, month, day, hour, minute }: VillageWall): number {
  return Date.UTC(year, month - 1, day, hour, minute) / 1000
}

/** Both in seconds. In October's repeated hour the first of the two; in March's skipped one an hour later (Temporal's 'compatible'). */
export function instantOfWall(wall: number): number {
  const byOffsetBefore = wall - villageOffset(wall - SECONDS_PER_DAY)
  const byOffsetAfter = wall - villageOffset(wall + SECONDS_PER_DAY)
  const shows = (instant: number) => instant + villageOffset(instant) === wall
  return !shows(byOffsetBefore) && shows(byOffsetAfter) ? byOffsetAfter : byOffsetBefore
}

/** True in the hour that the village's clock shows twice; epoch seconds. */
export function isRepeated(epochSeconds: number): boolean {
  const wall = epochSeconds + villageOffset(epochSeconds)
  return [-SECONDS_PER_DAY, SECONDS_PER_DAY].some((apart) => {
    const other = wall - villageOffset(epochSeconds + apart)
    return other !== epochSeconds && other + villageOffset(other) === wall
  })
}

/** 00:00 of a village day `YYYY-MM-DD`, or of the day so many days after it, in epoch seconds. */
export function villageMidnight(day: string, daysLater = 0): number {
  return instantOfWall(Date.parse(`${day}T00:00Z`) / 1000 + daysLater * SECONDS_PER_DAY)
}

/** The time that the village's clock shows at an instant, as if it were UTC's. */
export function wallAt(epochSeconds: number): number {
  return epochSeconds + villageOffset(epochSeconds)
}

/** 'YYYY-MM-DDTHH:mm:ss' of a wall clock in seconds as if it were UTC's, or of an instant in UTC. */
export function clockText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
}

/** 00:00 on the clock of a wall time's day. */
export function midnightOf(wall: number): number {
  return Math.floor(wall / SECONDS_PER_DAY) * SECONDS_PER_DAY
}

/** 00:00 of the village day after that of an instant, both in epoch seconds. */
export function nextVillageMidnight(epochSeconds: number): number {
  return instantOfWall(midnightOf(wallAt(epochSeconds)) + SECONDS_PER_DAY)
}

/** The years of every date that the guide takes, of an event or in an address. */
export const FIRST_YEAR = 1970
export const LAST_YEAR = 2200

const DAY = /^(\d{4})-\d{2}-\d{2}$/

/** A day of the calendar, `YYYY-MM-DD`, in these years. */
export function isCalendarDay(text: string): boolean {
  const year = Number(DAY.exec(text)?.[1])
  const ms = year >= FIRST_YEAR && year <= LAST_YEAR ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
}

const EVENING_START_SECONDS = 18 * 3600

export const EVENING_END_SECONDS = 6 * 3600

export const EVENING_MAX_SECONDS = 12 * 3600

/** It ends on that day, at midnight, or as one evening until 06:00 of at most 12 hours. Wall clocks as if they were UTC's, in seconds. */
export function isOneDay(start: number, end: number): boolean {
  const midnight = midnightOf(start) + SECONDS_PER_DAY
  return end <= midnight || (end <= midnight + EVENING_END_SECONDS && end - start <= EVENING_MAX_SECONDS)
}

/** The village day `YYYY-MM-DD` whose evening is 'tonight' at an instant in epoch seconds: until 06:00 that of the day before. */
export function dayOfTonight(epochSeconds: number): string {
  return new Date((wallAt(epochSeconds) - EVENING_END_SECONDS) * 1000).toISOString().slice(0, 10)
}

/** The evening of a village day `YYYY-MM-DD`, with the night: from 18:00 to the last second before 06:00. */
export function eveningWindow(day: string): { from: number; to: number } {
  const midnight = Date.parse(`${day}T00:00Z`) / 1000
  return {
    from: instantOfWall(midnight + EVENING_START_SECONDS),
    to: instantOfWall(midnight + SECONDS_PER_DAY + EVENING_END_SECONDS) - 1,
  }
}

/** Noon in UTC of a village day `YYYY-MM-DD`, epoch seconds: an instant that is of that day in the village as well. */
export function noonOf(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12) / 1000
}

/** The village day `count` days after another, both `YYYY-MM-DD`; what is no day stays as it is. */
export function dayAfter(day: string, count: number): string {
  return isCalendarDay(day) ? villageDay(villageMidnight(day, count)) : day
}

/** How many days the second is after the first; not a number when one of them is no day. */
export function daysBetween(first: string, last: string): number {
  return isCalendarDay(first) && isCalendarDay(last)
    ? (noonOf(last) - noonOf(first)) / SECONDS_PER_DAY
    : Number.NaN
}

/** 0, Sunday, to 6, Saturday, of a village day. */
export function weekdayOf(day: string): number {
  return new Date(noonOf(day) * 1000).getUTCDay()
}
