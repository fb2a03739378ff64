import { describe, expect, it } from 'vitest'
import { consecutiveDays, isSameEveryDay } from './recurrence'

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
const lateSat = block('2026-12-12T22:00:00Z', '2026-12-13T03:00:00Z')

describe('the days of a festival', () => {
  it('are those that follow one another, with the one that is asked for', () => {
    const schedules = [fri, sat, sun, weekLater]
    for (const one of [fri, sat, sun])
      expect(consecutiveDays({ schedules }, one.start_time)).toEqual([fri, sat, sun])
    expect(consecutiveDays({ schedules }, weekLater.start_time)).toEqual([])
  })

  it('are in order, and may have several blocks, one of them past midnight', () => {
    const schedules = [lateSat, fri, sat]
    expect(consecutiveDays({ schedules }, fri.start_time)).toEqual([fri, sat, lateSat])
  })

  it('follow one another where the clocks change', () => {
    const saturday = block('2026-10-24T21:00:00Z', '2026-10-24T22:00:00Z')
    const sunday = block('2026-10-25T22:00:00Z', '2026-10-25T23:00:00Z')
    const days = consecutiveDays({ schedules: [saturday, sunday] }, saturday.start_time)
    expect(days).toHaveLength(2)
    // Both begin at 22:00 by the clock on the wall.
    expect(isSameEveryDay(days)).toBe(true)
  })

  it('are none of an event that repeats by a rule, nor of one day with two blocks', () => {
    const rule = {
      days: [0, 1, 2, 3, 4, 5, 6],
      period_start_date: '2026-12-01',
      period_end_date: '2026-12-31',
      is_all_day: true as const,
    }
    expect(consecutiveDays({ schedules: [fri, sat], rule }, fri.start_time)).toEqual([])
    expect(consecutiveDays({ schedules: [sat, lateSat] }, sat.start_time)).toEqual([])
  })
})

describe('a festival is the same every day', () => {
  it('when it has one block a day at the same hours', () => {
    expect(isSameEveryDay([fri, sat, sun])).toBe(true)
  })

  it('not when a day begins later, or has a second block', () => {
    expect(isSameEveryDay([fri, block('2026-12-12T11:00:00Z', '2026-12-12T18:00:00Z')])).toBe(false)
    expect(isSameEveryDay([fri, sat, block('2026-12-12T10:00:00Z', '2026-12-12T18:00:00Z')])).toBe(false)
  })
})
