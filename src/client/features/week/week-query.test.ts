import { describe, expect, it } from 'vitest'
import { daysOfWeek, daysToCome, weekOf } from './week-query'

describe('a week', () => {
  it('is counted as Temporal counts it, over the turn of every year', () => {
    for (let day = Temporal.PlainDate.from('2019-12-25'); day.year < 2034; day = day.add({ days: 5 })) {
      const week = `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, '0')}`
      expect(weekOf(day.toString())).toBe(week)
      expect(daysOfWeek(week)).toContain(day.toString())
    }
  })

  it('has the days that are not over, none once it is', () => {
    expect(daysToCome('2026-W49', '2026-12-04')).toEqual(['2026-12-04', '2026-12-05', '2026-12-06'])
    expect(daysToCome('2026-W49', '2026-11-20')).toHaveLength(7)
    expect(daysToCome('2026-W49', '2026-12-07')).toEqual([])
    expect(daysToCome('soon', '2026-12-04')).toBeUndefined()
    expect(daysToCome(undefined, '2026-12-05')).toHaveLength(7)
  })

  it.each(['2026-W54', '2025-W53', '2026-W00', '2026-49', 'soon', ''])(
    'that is none (%s) has no days',
    (week) => {
      expect(daysOfWeek(week)).toBeUndefined()
    },
  )
})
