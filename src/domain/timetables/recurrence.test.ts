import { describe, expect, it } from 'vitest'
import { parseDateTime, toEpochSeconds, villageClock } from '@/domain/time/village-time'
import { datesOf, consecutiveDays, isSameEveryDay, occurrenceOfDay } from './recurrence'
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
  it('is the one that begins on it', () => {
    const event = listed(classes, '2026-12-10 12:00:00', 4)
    expect(startOn(event, '2026-12-10')).toBe('2026-12-10T18:00')
    expect(startOn(event, '2026-12-17')).toBe('2026-12-17T18:00')
  })

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

  it('is the exhibition that is open on it', () => {
    const exhibition = blocks(['2026-11-01', '2026-12-03', true])
    expect(startOn(exhibition, '2026-11-20')).toBe('2026-11-01T00:00')
    expect(startOn(exhibition, '2026-12-03')).toBe('2026-11-01T00:00')
    expect(startOn(exhibition, '2026-12-04')).toBeUndefined()
  })

  it('is the evening that begins on it rather than the one that ends on it', () => {
    const nights = { ...classes, days: [4, 5], start_hour: 22, end_hour: 2, end_minute: 0 }
    const event = listed(nights, '2026-12-31 12:00:00', 2)
    expect(startOn(event, '2026-12-31')).toBe('2026-12-31T22:00')
    expect(startOn(event, '2027-01-01')).toBe('2027-01-01T22:00')
    // The night of Friday goes on until two, and no occurrence begins on the Saturday.
    expect(startOn(event, '2027-01-02')).toBe('2027-01-01T22:00')
  })

  it('is not the evening that ended at its midnight', () => {
    expect(startOn(blocks(['2026-12-05 20:00:00', '2026-12-06 00:00:00']), '2026-12-06')).toBeUndefined()
  })

  it('is the first of two on one day', () => {
    const two = blocks(
      ['2026-12-05 15:00:00', '2026-12-05 16:00:00'],
      ['2026-12-05 11:00:00', '2026-12-05 12:00:00'],
    )
    expect(startOn(two, '2026-12-05')).toBe('2026-12-05T11:00')
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
      expect(startOn(near, sunday)).toBe(`${saturday}T22:00`)
      expect(occurrenceOfDay(far, saturday)).toEqual(occurrenceOfDay(near, saturday))
    }
  })
})
