import { describe, expect, it } from 'vitest'
import { datesOf } from './recurrence'
import { schedulesOf } from './schedule'
import type { Recurrence } from './timetable'

const rule: Recurrence = {
  days: [2, 4],
  period_start_date: '2028-02-01',
  period_end_date: '2028-03-31',
  is_all_day: true,
}

describe('the number of dates of a rule', () => {
  it('is that of its occurrences, the first and the last day and the 29th of February included', () => {
    expect(datesOf(rule)).toHaveLength(18)
    for (const days of [[0], [2], [3, 5], [0, 1, 2, 3, 4, 5, 6]]) {
      const repeated = { ...rule, days }
      const all = schedulesOf({ repeated }, { from: 0, to: Number.MAX_SAFE_INTEGER })
      expect(datesOf(repeated), days.join(' ')).toHaveLength(all.length)
    }
  })

  it('is none without a period, with one that is backwards, and with one of centuries', () => {
    const none = [
      { period_end_date: '' },
      { period_end_date: '2028-01-31' },
      { period_end_date: '2999-01-01' },
    ]
    expect(none.map((change) => datesOf({ ...rule, ...change }))).toEqual([[], [], []])
  })
})
