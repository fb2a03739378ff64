import { expect, it } from 'vitest'
import { daysToCome, weekOf } from './week-query'

it('a week is counted as Temporal counts it, over the turn of every year', () => {
  for (let day = Temporal.PlainDate.from('2019-12-25'); day.year < 2034; day = day.add({ days: 5 })) {
    const week = `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, '0')}`
    expect(weekOf(day.toString())).toBe(week)
    expect(daysToCome(week, '')).toContain(day.toString())
  }
})

it('a week has the days that are not over; what is no week has none', () => {
  expect(daysToCome('2026-W49', '2026-12-04')).toEqual(['2026-12-04', '2026-12-05', '2026-12-06'])
  expect(daysToCome('2026-W49', '2026-12-07')).toEqual([])
  expect(daysToCome(undefined, '2026-12-05')).toHaveLength(7)
  for (const other of ['2026-W54', '2025-W53', '2026-W00', '2026-49', 'soon', ''])
    expect(daysToCome(other, '')).toBeUndefined()
})
