import {
  EVENING_END_SECONDS,
  SECONDS_PER_DAY,
  instantOfWall,
  isOneDay,
  midnightOf,
  villageDay,
  villageMidnight,
  wallAt,
} from '@/domain/time/local-time'
import type { Recurrence } from './timetable'

export const MAX_PERIOD_DAYS = 3 * 366

/** The caller says that the day is within the period. An end at an earlier hour than the start is on the next day. */
export function occurrenceOn(day: string, rule: Recurrence): Occurrence | undefined {
  const midnight = Date.parse(`${day}T00:00Z`) / 1000
  if (!rule.days.includes(new Date(midnight * 1000).getUTCDay())) return undefined
  if (rule.is_all_day)
    return {
      start_time: instantOfWall(midnight),
      end_time: instantOfWall(midnight + SECONDS_PER_DAY) - 1,
      is_all_day: true,
    }
  const startsAt = secondsOfDay(rule.start_hour, rule.start_minute)
  const endsAt = secondsOfDay(rule.end_hour, rule.end_minute)
  const start = instantOfWall(midnight + startsAt)
  const end = instantOfWall(midnight + endsAt + (endsOnNextDay(rule) ? SECONDS_PER_DAY : 0))
  // In the hour that March skips both ends can land on one instant: keep it a minute long rather than lose it.
  return { start_time: start, end_time: Math.max(end, start + 60), is_all_day: false }
}

export function endsOnNextDay(rule: Recurrence): boolean {
  const startsAt = secondsOfDay(rule.start_hour, rule.start_minute)
  return !rule.is_all_day && secondsOfDay(rule.end_hour, rule.end_minute) < startsAt
}

/** `YYYY-MM-DD`; none while the period or the days are not entered yet or make no sense. */
export function datesOf({ days, period_start_date: first, period_end_date: last }: Recurrence): string[] {
  const start = Date.parse(`${first}T00:00Z`)
  const length = (Date.parse(`${last}T00:00Z`) - start) / (SECONDS_PER_DAY * 1000)
  if (!(length >= 0 && length <= MAX_PERIOD_DAYS)) return []
  return Array.from({ length: length + 1 }, (_, n) => new Date(start + n * SECONDS_PER_DAY * 1000))
    .filter((day) => days.includes(day.getUTCDay()))
    .map((day) => day.toISOString().slice(0, 10))
}

function secondsOfDay(hour = 0, minute = 0): number {
  return hour * 3600 + minute * 60
}

function wallOf({ start_time, end_time }: Times): { start: number; end: number } {
  return { start: wallAt(start_time), end: wallAt(end_time) }
}

const dayOf = (wall: number) => Math.floor(wall / SECONDS_PER_DAY)

export function consecutiveDays<O extends Occurrence>(
  { schedules, rule }: ListedOccurrences<O>,
  startTime: number,
): readonly O[] {
  if (rule !== undefined) return []
  const runs: O[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const one of schedules.toSorted((a, b) => a.start_time - b.start_time)) {
    const wall = wallOf(one)
    const run = runs.at(-1)
    if (run !== undefined && dayOf(wall.start) <= end + 1) run.push(one)
    else runs.push([one])
    // An evening that goes on past midnight is of the day that it began on.
    end = Math.max(end, isOneDay(wall.start, wall.end) ? dayOf(wall.start) : dayOf(wall.end - 1))
  }
  const found = runs.find((run) => run.some(({ start_time }) => start_time === startTime)) ?? []
  const days = new Set(found.map((one) => dayOf(wallOf(one).start)))
  return days.size > 1 ? found : []
}

export function isSameEveryDay(days: readonly Occurrence[]): boolean {
  const walls = days.map(wallOf)
  const hours = walls.map(({ start, end }, index) => {
    const midnight = dayOf(start) * SECONDS_PER_DAY
    return `${days[index]?.is_all_day} ${start - midnight} ${end - midnight}`
  })
  return new Set(hours).size === 1 && new Set(walls.map(({ start }) => dayOf(start))).size === days.length
}

export interface ListedOccurrences<O extends Occurrence = Occurrence> {
  schedules: readonly O[]
  rule?: Recurrence | undefined
}

/**
 * The first that begins on the day, else one that goes on during it, else the rule's; one that is not over at
 * `now` (epoch seconds) first.
 */
export function occurrenceOfDay<O extends Occurrence>(
  { schedules, rule }: ListedOccurrences<O>,
  day: string,
  now = 0,
): O | Occurrence | undefined {
  const from = villageMidnight(day)
  const ofDay = schedules.filter((one) => isOnDay(one, day))
  const open = ofDay.filter(({ end_time }) => end_time > now)
  const candidates = open.length > 0 ? open : ofDay
  const listed = candidates.find(({ start_time }) => start_time >= from) ?? candidates[0]
  if (listed !== undefined || rule === undefined) return listed
  if (day < rule.period_start_date || day > rule.period_end_date) return undefined
  const predicted = occurrenceOn(day, rule)
  const last = schedules.at(-1)
  return predicted !== undefined && last !== undefined && predicted.start_time > last.start_time
    ? predicted
    : undefined
}

/** Epoch seconds. */
export interface Occurrence {
  start_time: number
  end_time: number
  is_all_day: boolean
}

type Times = Pick<Occurrence, 'start_time' | 'end_time'>

/** One day says when it is: what ends at 00:00 is of the day before, an evening until 06:00 of the day that it began on. */
export function isOfOneDay(occurrence: Times): boolean {
  const { start, end } = wallOf(occurrence)
  return isOneDay(start, end)
}

/** The last village day `YYYY-MM-DD` that it is of. */
export function lastDay(occurrence: Times): string {
  return villageDay(isOfOneDay(occurrence) ? occurrence.start_time : occurrence.end_time - 1)
}

export function isOnDay(occurrence: Times, day: string): boolean {
  return villageDay(occurrence.start_time) <= day && day <= lastDay(occurrence)
}

/** The one of its own days that counts from a moment on: that moment's, else the nearest. */
export function dayShown(occurrence: Times, fromSeconds: number): string {
  const [first, last] = [villageDay(occurrence.start_time), lastDay(occurrence)]
  const from = villageDay(fromSeconds)
  return from <= first ? first : from < last ? from : last
}

/** The day that it stands under in a list from `firstDay` to `lastOfList`: what began earlier under the first, the night after the last under that. */
export function listedDay({ start_time }: Times, firstDay: string, lastOfList = '9999'): string {
  const day = villageDay(start_time)
  return day < firstDay ? firstDay : day > lastOfList ? lastOfList : day
}

/** Epoch seconds. Without `to` the window is open. `now` where the window does not begin now: last night's is in it only while under way. */
export interface ProgrammeWindow {
  from: number
  to?: number | undefined
  now?: number | undefined
}

/** The instants by which `isInWindow` decides, for SQL as well. */
export function windowEdges({ from, to, now = from }: ProgrammeWindow) {
  const start = wallAt(from)
  const morning = instantOfWall(start + EVENING_END_SECONDS)
  const end = to === undefined ? undefined : wallAt(to)
  const isNight = end !== undefined && end - midnightOf(end) < EVENING_END_SECONDS
  return {
    /** In a window that begins with a day there is no evening of the day before that ends by then. */
    nightsUntil: start !== midnightOf(start) ? from : from > now ? morning : Math.min(morning, now),
    /** A window that ends before 06:00 is of the evening before: what is all day begins by then. */
    allDayUntil: isNight ? instantOfWall(midnightOf(end) - SECONDS_PER_DAY) : to,
  }
}

/**
 * The one rule of which days a date is of (rules 4.5): whether a list of that window has it. Times overlap, but an evening of the day
 * before the window is in it only while it is under way, and a date of a whole day is not in the night before.
 */
export function isInWindow(occurrence: Occurrence, window: ProgrammeWindow): boolean {
  const { start_time, end_time, is_all_day } = occurrence
  const { from, to = Number.POSITIVE_INFINITY } = window
  // A long event would touch even a window that ends before it begins.
  if (from > to || end_time <= from || start_time > to) return false
  if (start_time >= from && !is_all_day) return true
  const { nightsUntil, allDayUntil = to } = windowEdges(window)
  if (is_all_day && start_time > allDayUntil) return false
  return start_time >= from || end_time > nightsUntil || !isOfOneDay(occurrence)
}

export function firstOccurrence<O extends Occurrence>(
  occurrences: readonly O[],
  window: ProgrammeWindow,
): O | undefined {
  let first: O | undefined
  for (const candidate of occurrences) {
    // Comparing first: of a year of dates in order only those up to the first are looked at closely.
    if ((first === undefined || isEarlier(candidate, first)) && isInWindow(candidate, window))
      first = candidate
  }
  return first
}

function isEarlier(a: Occurrence, b: Occurrence): boolean {
  return a.start_time < b.start_time || (a.start_time === b.start_time && a.end_time < b.end_time)
}
