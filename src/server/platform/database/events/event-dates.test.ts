import { describe, expect, it } from 'vitest'
import type { Recurrence } from '@/domain/timetables/timetable'
import { predictedSchedules } from '@/domain/timetables/schedule'
import { materialise } from './event-dates'

const NOW = Date.parse('2026-06-15T10:00:00Z') / 1000
const DAY = 86_400

const mondays = (first: string, last: string): { repeated: Recurrence } => ({
  repeated: {
    days: [1],
    start_hour: 18,
    start_minute: 0,
    end_hour: 19,
    end_minute: 0,
    period_start_date: first,
    period_end_date: last,
    is_all_day: false,
  },
})

describe('materialise', () => {
  it('stores ninety days of a recurring timetable and says up to where', () => {
    const { schedules, until } = materialise(mondays('2026-06-15', '2027-06-15'), NOW)
    expect(schedules).toHaveLength(13)
    expect(until).toBe(NOW + 90 * DAY)
  })

  it('stores the first occurrence of one that begins later', () => {
    const { schedules, until } = materialise(mondays('2027-01-01', '2027-06-15'), NOW)
    expect(schedules.map(({ start_time }) => start_time)).toEqual([Date.parse('2027-01-04T18:00:00Z') / 1000])
    expect(until).toBe(schedules[0]?.start_time)
  })

  it('and predictedSchedules together give every occurrence once', () => {
    const timetable = mondays('2026-06-15', '2027-06-15')
    const { schedules, until } = materialise(timetable, NOW)
    const predicted = predictedSchedules(timetable, until ?? 0, NOW + 400 * DAY)
    const starts = [...schedules, ...predicted].map(({ start_time }) => start_time)
    expect(starts).toHaveLength(53)
    expect(new Set(starts).size).toBe(53)
    expect(predicted.every(({ id }) => id === undefined)).toBe(true)
  })
})
