import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstScheduleOf, schedulesOf } from './schedule'
import type { Schedule } from './schedule'
import type { Recurrence } from './timetable'

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
          reckon(rule).find(({ start_time, end_time }) => end_time > from && (isOpen || start_time <= to)),
        )
      }),
    )
  })
})
