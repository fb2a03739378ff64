import { describe, expect, it, vi } from 'vitest'
import * as fc from 'fast-check'
import { parseDateTime, toEpochSeconds, villageClock } from '@/domain/time/village-time'
import { isInWindow } from './recurrence'
import { firstScheduleOf, schedulesOf, type Schedule } from './schedule'
import type { Recurrence } from './timetable'

const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER }

function at(text: string): number {
  const wall = parseDateTime(text)
  if (wall === undefined) throw new Error(text)
  return toEpochSeconds(wall)
}

function weekly(change: Partial<Recurrence>): { repeated: Recurrence } {
  return {
    repeated: {
      days: [0],
      start_hour: 9,
      start_minute: 0,
      end_hour: 10,
      end_minute: 0,
      period_start_date: '2026-03-01',
      period_end_date: '2026-04-30',
      is_all_day: false,
      ...change,
    },
  }
}

/** The village's clock at both ends of each Saturday, and the hours between. */
function hoursOf(rule: Partial<Recurrence>) {
  return schedulesOf(weekly({ days: [6], ...rule }), ALWAYS).map(({ start_time, end_time }) => [
    villageClock(start_time).toString(),
    villageClock(end_time).toString(),
    (end_time - start_time) / 3600,
  ])
}

describe('a recurring timetable past midnight', () => {
  it('shows the same hours when the clocks change in its night', () => {
    const march = { period_start_date: '2027-03-27', period_end_date: '2027-03-28' }
    const october = { period_start_date: '2026-10-24', period_end_date: '2026-10-25' }
    const night = { start_hour: 22, end_hour: 2 }
    expect(hoursOf({ ...night, ...march })).toEqual([['2027-03-27T22:00:00', '2027-03-28T02:00:00', 3]])
    expect(hoursOf({ ...night, ...october })).toEqual([['2026-10-24T22:00:00', '2026-10-25T02:00:00', 5]])
    // The block is from 01:30 to 02:30 on the Sunday itself: in March the first does not exist, in October it is there
    // twice.
    const small = { days: [0], start_hour: 1, start_minute: 30, end_hour: 2, end_minute: 30 }
    expect(hoursOf({ ...small, ...march })).toEqual([['2027-03-28T02:30:00', '2027-03-28T02:31:00', 1 / 60]])
    expect(hoursOf({ ...small, ...october })).toEqual([['2026-10-25T01:30:00', '2026-10-25T02:30:00', 2]])
  })
})

describe('the work for a far window', () => {
  const days = [0, 1, 2, 3, 4, 5, 6]
  const daily = weekly({ days, period_end_date: '2029-02-28' })
  /** Each day that is looked at is one of those weekdays or not. */
  const daysVisited = (work: () => unknown) => {
    const includes = vi.spyOn(days, 'includes')
    work()
    const count = includes.mock.calls.length
    includes.mockRestore()
    return count
  }
  const from = at('2029-01-01 12:00:00')

  it('leaves out the years before it', () => {
    const week = { from, to: from + 7 * 86_400 }
    expect(schedulesOf(daily, week)).toHaveLength(7)
    // The seven found, and one or two at either side.
    const visited = daysVisited(() => schedulesOf(daily, week))
    expect(visited).toBeGreaterThanOrEqual(7)
    expect(visited).toBeLessThanOrEqual(10)
  })

  it('stops at the first occurrence when only that is requested, however long the period goes on', () => {
    expect(firstScheduleOf(daily, { from })?.start_time).toBe(at('2029-01-02 09:00:00'))
    expect(daysVisited(() => firstScheduleOf(daily, { from }))).toBeLessThanOrEqual(3)
  })
})

/**
 * Recurring timetables against a calculation that knows nothing of Temporal: it walks every day of the period and checks
 * Intl for Lisbon's offset at that hour.
 */

const DAY = 86_400
const PERIOD_DAYS = 200

const offset = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Lisbon', timeZoneName: 'longOffset' })

/** Epoch seconds of an hour of a day in Lisbon; `midnight` in epoch seconds, as if the day were UTC's. */
function lisbon(midnight: number, hour: number): number {
  const guess = midnight + hour * 3600
  const zone = offset.formatToParts(guess * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return guess - (zone === 'GMT' ? 0 : Number(zone.slice(3, 6)) * 3600)
}

function reckon(rule: Recurrence): Schedule[] {
  const [first, last] = [rule.period_start_date, rule.period_end_date].map(
    (day) => Date.parse(`${day}T00:00Z`) / 1000,
  )
  const length = ((last ?? 0) - (first ?? 0)) / DAY
  return Array.from({ length: length + 1 }, (_, n) => (first ?? 0) + n * DAY)
    .filter((midnight) => rule.days.includes(new Date(midnight * 1000).getUTCDay()))
    .map((midnight) => ({
      start_time: lisbon(midnight, rule.is_all_day ? 0 : (rule.start_hour ?? 0)),
      end_time: rule.is_all_day
        ? lisbon(midnight + DAY, 0) - 1
        : lisbon(endDay(midnight, rule), rule.end_hour ?? 0),
      is_all_day: rule.is_all_day,
    }))
}

/** Midnight of the day that an occurrence ends on: an earlier hour is one of the next day. */
const endDay = (midnight: number, { start_hour = 0, end_hour = 0 }: Recurrence) =>
  end_hour < start_hour ? midnight + DAY : midnight

const isoDay = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString().slice(0, 10)

const pastMidnight = (hour: number) => (hour < 24 ? hour : Math.max(3, hour - 24))

/** A rule and a span that begins and ends anywhere from ten days before its period to ten days after it. */
const ruleAndSpan = fc
  .record({
    first: fc.integer({ min: 0, max: 700 }).map((n) => Date.UTC(2026, 0, 1 + n) / 1000),
    length: fc.integer({ min: 0, max: PERIOD_DAYS }),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    is_all_day: fc.boolean(),
    // Outside the hours that the clock changes touch: those have a test of their own.
    start_hour: fc.integer({ min: 3, max: 20 }),
    duration: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 8, max: 22 })),
    offsets: fc.tuple(
      fc.integer({ min: -10 * DAY, max: (PERIOD_DAYS + 10) * DAY }),
      fc.integer({ min: 0, max: 30 * DAY }),
    ),
    onTheHour: fc.boolean(),
  })
  // An occurrence of no length is refused when it is entered.
  .filter(({ start_hour, duration }) => pastMidnight(start_hour + duration) !== start_hour)
  .map(({ first, length, days, is_all_day, start_hour, duration, offsets, onTheHour }) => {
    const rule: Recurrence = {
      days,
      start_hour,
      start_minute: 0,
      // Past midnight none that the clock changes touch, either.
      end_hour: pastMidnight(start_hour + duration),
      end_minute: 0,
      period_start_date: isoDay(first),
      period_end_date: isoDay(first + length * DAY),
      is_all_day,
    }
    // Half of the spans begin on the hour, where occurrences begin and end.
    const from = first + (onTheHour ? Math.floor(offsets[0] / 3600) * 3600 : offsets[0])
    return { rule, span: { from, to: from + offsets[1] } }
  })

describe('the schedules of a recurring timetable agree with a day-by-day reckoning', () => {
  it('over the whole period', () => {
    fc.assert(
      fc.property(ruleAndSpan, ({ rule }) => {
        const always = { from: 0, to: Number.MAX_SAFE_INTEGER }
        expect(schedulesOf({ repeated: rule }, always)).toEqual(reckon(rule))
      }),
    )
  })

  it('within any span', () => {
    fc.assert(
      fc.property(ruleAndSpan, ({ rule, span: { from, to } }) => {
        expect(schedulesOf({ repeated: rule }, { from, to })).toEqual(
          reckon(rule).filter(({ start_time, end_time }) => end_time >= from && start_time <= to),
        )
      }),
    )
  })

  it('as to the first in any window, closed or open', () => {
    fc.assert(
      fc.property(ruleAndSpan, fc.boolean(), ({ rule, span: { from, to } }, isOpen) => {
        const window = { from, to: isOpen ? undefined : to }
        expect(firstScheduleOf({ repeated: rule }, window)).toEqual(
          reckon(rule).find((one) => isInWindow(one, window)),
        )
      }),
    )
  })
})
