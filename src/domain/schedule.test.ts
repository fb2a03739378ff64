import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schedulesOf } from './schedule'
import type { Recurrence } from './timetable'
import { parseDateTime, toEpochSeconds, villageClock } from './village-time'

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

describe('the schedules of a timetable', () => {
  it('keeps a Sunday class at nine across both clock changes', () => {
    for (const [from, to] of [
      ['2026-03-15', '2026-04-12'],
      ['2026-10-11', '2026-11-08'],
    ] as const) {
      const times = schedulesOf(weekly({ period_start_date: from, period_end_date: to }), ALWAYS)
      expect(times).toHaveLength(5)
      expect(times.map(({ start_time }) => villageClock(start_time).toPlainTime().toString())).toEqual(
        Array(5).fill('09:00:00'),
      )
      const gaps = times.slice(1).map((time, i) => time.start_time - (times[i]?.start_time ?? 0))
      // The week with the change is an hour shorter in March and an hour longer in October.
      expect(new Set(gaps.map((gap) => gap - 7 * 86_400))).toEqual(
        new Set([0, from.includes('-03-') ? -3600 : 3600]),
      )
    }
  })

  it('runs an all-day block from the first midnight to the last second of the last day', () => {
    const [schedule] = schedulesOf(
      { list: [{ start_time: '2026-10-24', end_time: '2026-10-25', is_all_day: true }] },
      ALWAYS,
    )
    expect(schedule).toEqual({
      start_time: at('2026-10-24 00:00:00'),
      end_time: at('2026-10-26 00:00:00') - 1,
      is_all_day: true,
    })
    // The 25th of October 2026 has 25 hours.
    expect((schedule?.end_time ?? 0) - (schedule?.start_time ?? 0)).toBe(49 * 3600 - 1)
  })

  it('orders blocks by start and leaves out what does not touch the span', () => {
    const list = ['2026-07-03', '2026-07-01', '2026-07-02'].map((day) => ({
      start_time: `${day} 10:00:00`,
      end_time: `${day} 11:00:00`,
      is_all_day: false,
    }))
    const found = schedulesOf({ list }, { from: at('2026-07-01 10:30:00'), to: at('2026-07-02 12:00:00') })
    expect(found.map(({ start_time }) => start_time)).toEqual([
      at('2026-07-01 10:00:00'),
      at('2026-07-02 10:00:00'),
    ])
  })

  it('agrees with a day-by-day reckoning by the wall clock of Intl', () => {
    const day = fc
      .integer({ min: 0, max: 700 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 200 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        // Outside the hours that the clock changes touch: those have a test of their own.
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 1, max: 3 }),
        (period_start_date, length, days, start_hour, duration) => {
          const last = new Date(Date.parse(`${period_start_date}T00:00Z`) + length * 86_400_000)
          const rule = weekly({
            period_start_date,
            period_end_date: last.toISOString().slice(0, 10),
            days,
            start_hour,
            end_hour: start_hour + duration,
          })
          expect(schedulesOf(rule, ALWAYS).map(({ start_time, end_time }) => [start_time, end_time])).toEqual(
            reckon(period_start_date, length, days, start_hour, duration),
          )
        },
      ),
    )
  })
})

/** Independent of Temporal: walks every day and asks Intl for Lisbon's offset at that hour. */
function reckon(first: string, length: number, days: number[], hour: number, duration: number): number[][] {
  const offset = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Lisbon', timeZoneName: 'longOffset' })
  return Array.from({ length: length + 1 }, (_, n) => Date.parse(`${first}T00:00Z`) + n * 86_400_000)
    .filter((midnight) => days.includes(new Date(midnight).getUTCDay()))
    .map((midnight) => {
      const guess = midnight + hour * 3_600_000
      const zone = offset.formatToParts(guess).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
      const start = (guess - (zone === 'GMT' ? 0 : Number(zone.slice(3, 6)) * 3_600_000)) / 1000
      return [start, start + duration * 3600]
    })
}
