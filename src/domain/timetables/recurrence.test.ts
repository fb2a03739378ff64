import { describe, expect, it } from 'vitest'
import { instantOfWall } from '@/domain/time/local-time'
import { parseDateTime, toEpochSeconds, villageClock } from '@/domain/time/village-time'
import { datesOf, consecutiveDays, isInWindow, occurrenceOfDay } from './recurrence'
import { schedulesOf } from './schedule'
import type { Recurrence, TimeBlock } from './timetable'

const recurrenceRule: Recurrence = {
  days: [2, 4],
  period_start_date: '2028-02-01',
  period_end_date: '2028-03-31',
  is_all_day: true,
}

describe('the number of dates of a rule', () => {
  it('is that of its occurrences, the first and the last day and the 29th of February included', () => {
    expect(datesOf(recurrenceRule)).toHaveLength(18)
    for (const days of [[0], [2], [3, 5], [0, 1, 2, 3, 4, 5, 6]]) {
      const repeated = { ...recurrenceRule, days }
      const all = schedulesOf({ repeated }, { from: 0, to: Number.MAX_SAFE_INTEGER })
      expect(datesOf(repeated), days.join(' ')).toHaveLength(all.length)
    }
  })

  it('is none without a period, with one that is backwards, and with one of centuries', () => {
    const none = [
      { period_end_date: '' },
      { period_end_date: '2028-01-31' },
      { period_end_date: '2199-01-01' },
    ]
    expect(none.map((change) => datesOf({ ...recurrenceRule, ...change }))).toEqual([[], [], []])
  })
})

const at = (iso: string) => Date.parse(iso) / 1000
const block = (start: string, end: string, is_all_day = false) => ({
  start_time: at(start),
  end_time: at(end),
  is_all_day,
})

const fri = block('2026-12-11T10:00:00Z', '2026-12-11T18:00:00Z')
const sat = block('2026-12-12T10:00:00Z', '2026-12-12T18:00:00Z')
const sun = block('2026-12-13T10:00:00Z', '2026-12-13T18:00:00Z')
const weekLater = block('2026-12-20T10:00:00Z', '2026-12-20T18:00:00Z')

describe('the days of a festival', () => {
  it('are those that follow one another, with the one that is asked for', () => {
    const schedules = [fri, sat, sun, weekLater]
    for (const one of [fri, sat, sun])
      expect(consecutiveDays({ schedules }, one.start_time)).toEqual([fri, sat, sun])
    expect(consecutiveDays({ schedules }, weekLater.start_time)).toEqual([])
  })
})

const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER }

function shownOccurrenceAt(text: string): number {
  const wall = parseDateTime(text)
  if (wall === undefined) throw new Error(text)
  return toEpochSeconds(wall)
}

const classes: Recurrence = {
  days: [2, 4],
  start_hour: 18,
  start_minute: 0,
  end_hour: 19,
  end_minute: 30,
  period_start_date: '2026-12-01',
  period_end_date: '2028-12-31',
  is_all_day: false,
}

/** A list of occurrences as a page has it: those from `from` on, so many. */
function listed(rule: Recurrence, from: string, count: number) {
  return {
    rule,
    schedules: schedulesOf({ repeated: rule }, { ...ALWAYS, from: shownOccurrenceAt(from) }).slice(0, count),
  }
}

function blocks(...list: [start: string, end: string, is_all_day?: boolean][]) {
  const timed: TimeBlock[] = list.map(([start_time, end_time, is_all_day = false]) => ({
    start_time,
    end_time,
    is_all_day,
  }))
  return { schedules: schedulesOf({ list: timed }, ALWAYS) }
}

/** When the occurrence of a day begins, as the village's clock shows it. */
function startOn(event: Parameters<typeof occurrenceOfDay>[0], day: string): string | undefined {
  const found = occurrenceOfDay(event, day)
  return found && villageClock(found.start_time).toString({ smallestUnit: 'minute' })
}

describe('the occurrence of a day', () => {
  it('is none on a day between, on one that is over and on one outside the period', () => {
    const event = listed(classes, '2026-12-10 12:00:00', 4)
    for (const day of ['2026-12-11', '2026-12-08', '2026-11-24', '2029-01-02'])
      expect(occurrenceOfDay(event, day), day).toBeUndefined()
  })

  it('is computed beyond the two hundred that a page lists', () => {
    const event = listed(classes, '2026-12-10 12:00:00', 200)
    expect(villageClock(event.schedules.at(-1)?.start_time ?? 0).year).toBe(2028)
    const far = listed(classes, '2026-12-10 12:00:00', 8)
    expect(startOn(far, '2028-12-28')).toBe('2028-12-28T18:00')
    expect(startOn(far, '2028-02-29')).toBe('2028-02-29T18:00')
    expect(startOn(far, '2028-02-28')).toBeUndefined()
  })

  it('is the second of two on one day once the first is over, and the first again when both are', () => {
    const two = blocks(
      ['2026-12-05 11:00:00', '2026-12-05 12:00:00'],
      ['2026-12-05 15:00:00', '2026-12-05 16:00:00'],
    )
    const startAt = (now: string) => occurrenceOfDay(two, '2026-12-05', shownOccurrenceAt(now))?.start_time
    expect(startAt('2026-12-05 11:59:00')).toBe(shownOccurrenceAt('2026-12-05 11:00:00'))
    expect(startAt('2026-12-05 12:00:00')).toBe(shownOccurrenceAt('2026-12-05 15:00:00'))
    expect(startAt('2026-12-05 16:00:00')).toBe(shownOccurrenceAt('2026-12-05 11:00:00'))
  })

  it('keeps to the village’s days in the nights in which the clocks change', () => {
    const saturdays = { ...classes, days: [6], start_hour: 22, end_hour: 2, end_minute: 0 }
    for (const [from, saturday, sunday] of [
      ['2027-03-01 12:00:00', '2027-03-27', '2027-03-28'],
      ['2027-10-01 12:00:00', '2027-10-30', '2027-10-31'],
    ] as const) {
      const near = listed(saturdays, from, 8)
      const far = listed(saturdays, '2026-12-01 12:00:00', 1)
      expect(startOn(near, saturday)).toBe(`${saturday}T22:00`)
      expect(startOn(near, sunday)).toBeUndefined()
      expect(occurrenceOfDay(far, saturday)).toEqual(occurrenceOfDay(near, saturday))
    }
  })
})

const instant = (wall: string) => instantOfWall(Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000)

/** November 2026, whose 28th is a Saturday: a day and a time, or a day alone of what is all day. */
const DATES: Record<string, [start: string, end: string]> = {
  exhibition: ['01', '30'],
  festival: ['27 18:00', '29 20:00'],
  'friday night': ['27 22:00', '28 02:00'],
  'two nights': ['27 22:00', '29 02:00'],
  saturday: ['28', '28'],
  weekend: ['28', '29'],
  'until 18:00': ['28 16:00', '28 18:00'],
  'thirty hours': ['28 18:00', '30 00:00'],
  'over twelve hours': ['28 17:00', '29 05:30'],
  'until 06:00': ['28 18:00', '29 06:00'],
  'into the morning': ['28 22:00', '29 06:01'],
  'saturday night': ['28 22:00', '29 02:00'],
  'until midnight': ['28 22:00', '29 00:00'],
  sunday: ['29', '29'],
  'from sunday on': ['29', '30'],
  'at one': ['29 01:00', '29 04:00'],
  'at six': ['29 06:00', '29 09:00'],
  'sunday night': ['29 22:00', '30 02:00'],
}
const LONG = ['exhibition', 'festival', 'two nights', 'weekend', 'thirty hours']
const LONG_NIGHTS = ['over twelve hours', 'into the morning']
const OF_SUNDAY = ['sunday', 'from sunday on', 'at one', 'at six', 'sunday night']
const OF_EVENING = ['saturday', 'until 06:00', 'saturday night', 'until midnight', 'at one']

function inNovember(text: string, isEnd: boolean): number {
  const wall = `2026-11-${text}`
  return instant(
    text.length > 2 ? `${wall}${text.length > 5 ? '' : ':00'}` : `${wall} ${isEnd ? '23:59:59' : '00:00'}`,
  )
}

function shownBetween(from: string, to: string, now: string): string[] {
  const window = { from: inNovember(from, false), to: inNovember(to, true), now: inNovember(now, false) }
  return Object.entries(DATES).flatMap(([name, [start, end]]) => {
    const times = { start_time: inNovember(start, false), end_time: inNovember(end, true) }
    return isInWindow({ ...times, is_all_day: start.length === 2 }, window) ? [name] : []
  })
}

describe('a window of the programme', () => {
  it.each([
    ['a day to come', ['29', '29', '27'], [...LONG, ...LONG_NIGHTS, ...OF_SUNDAY]],
    [
      'the day before',
      ['28', '28', '28 23:00'],
      [...LONG, ...LONG_NIGHTS, ...OF_EVENING, 'until 18:00'].filter((one) => one !== 'at one'),
    ],
    [
      'the same day while nights are under way',
      ['29', '29', '29 00:30'],
      [...LONG, ...LONG_NIGHTS, 'until 06:00', 'saturday night', ...OF_SUNDAY],
    ],
    ['it once one is over', ['29', '29', '29 02:00'], [...LONG, ...LONG_NIGHTS, 'until 06:00', ...OF_SUNDAY]],
    [
      'what is left of it',
      ['29 06:00', '29', '29 06:00'],
      ['exhibition', 'festival', 'weekend', 'thirty hours', 'into the morning', ...OF_SUNDAY].filter(
        (one) => one !== 'at one',
      ),
    ],
    ['an evening', ['28 18:00', '29 05:59', '27'], [...LONG, ...LONG_NIGHTS, ...OF_EVENING]],
    [
      'an evening after midnight',
      ['29 00:30', '29 05:59', '29 00:30'],
      [...LONG, ...LONG_NIGHTS, 'until 06:00', 'saturday night', 'at one'],
    ],
    [
      'the evening of the first day of many',
      ['29 18:00', '30 05:59', '27'],
      ['exhibition', 'festival', 'weekend', 'thirty hours', 'sunday', 'from sunday on', 'sunday night'],
    ],
  ])('has of %s what is of it', (_name, [from = '', to = '', now = ''], names) => {
    expect(shownBetween(from, to, now).toSorted()).toEqual(names.toSorted())
  })

  it.each(['2026-03-28', '2026-10-24'])('keeps to the clock that changes in the night of %s', (day) => {
    const next = `${day.slice(0, 8)}${Number(day.slice(8)) + 1}`
    const [from, to] = [instant(`${next} 00:00`), instant(`${next} 23:59:59`)]
    const night = (end: string, now = `${day} 12:00`) => {
      const times = { start_time: instant(`${day} 18:00`), end_time: instant(`${next} ${end}`) }
      return isInWindow({ ...times, is_all_day: false }, { from, to, now: instant(now) })
    }
    expect([night('06:00'), night('06:01'), night('06:00', `${next} 05:30`)]).toEqual([false, true, true])
    const evening = { from: instant(`${day} 18:00`), to: instant(`${next} 05:59:59`), now: from }
    expect(isInWindow({ start_time: from, end_time: to, is_all_day: true }, evening)).toBe(false)
  })
})
