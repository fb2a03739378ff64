import {
  SECONDS_PER_DAY,
  instantOfWall,
  villageWall,
  wallSeconds,
  villageMidnight,
  isOneDay,
} from '@/domain/time/local-time'
import type { Recurrence } from './timetable'

export const MAX_PERIOD_DAYS = 3 * 366

/** Whether the day is within the period is for the caller to say. An end at an earlier hour than the start is on the next day. */
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

function wallOf({ start_time, end_time }: Occurrence): { start: number; end: number } {
  return { start: wallSeconds(villageWall(start_time)), end: wallSeconds(villageWall(end_time)) }
}

const dayOf = (wall: number) => Math.floor(wall / SECONDS_PER_DAY)

export function consecutiveDays<O extends Occurrence>(
  { schedules, rule }: ListedOccurrences<O>,
  startTime: number,
): readonly O[] {
  if (rule !== undefined) return []
  const runs: O[][] = []
  let lastDay = Number.NEGATIVE_INFINITY
  for (const one of schedules.toSorted((a, b) => a.start_time - b.start_time)) {
    const wall = wallOf(one)
    const run = runs.at(-1)
    if (run !== undefined && dayOf(wall.start) <= lastDay + 1) run.push(one)
    else runs.push([one])
    // An evening that goes on past midnight is of the day that it began on.
    lastDay = Math.max(lastDay, isOneDay(wall.start, wall.end) ? dayOf(wall.start) : dayOf(wall.end - 1))
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
  const to = villageMidnight(day, 1) - 1
  const ofDay = schedules.filter((one) => overlaps(one, { from, to }))
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

/** Epoch seconds. Without `to` the window is open. */
export interface ProgrammeWindow {
  from: number
  to?: number | undefined
}

/** It ends with its `end_time`: what ends at 00:00 belongs to the evening before, not to the day that begins then. */
export function overlaps(occurrence: Pick<Occurrence, 'start_time' | 'end_time'>, window: ProgrammeWindow) {
  const { from, to = Number.POSITIVE_INFINITY } = window
  // A long event would touch even a window that ends before it begins.
  return from <= to && occurrence.end_time > from && occurrence.start_time <= to
}

export function firstOccurrence<O extends Occurrence>(
  occurrences: readonly O[],
  window: ProgrammeWindow,
): O | undefined {
  let first: O | undefined
  for (const candidate of occurrences) {
    if (overlaps(candidate, window) && (first === undefined || isEarlier(candidate, first))) first = candidate
  }
  return first
}

function isEarlier(a: Occurrence, b: Occurrence): boolean {
  return a.start_time < b.start_time || (a.start_time === b.start_time && a.end_time < b.end_time)
}
