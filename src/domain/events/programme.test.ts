import { describe, expect, it } from 'vitest'

import { inProgrammeOrder, selectProgramme, upcomingOccurrences } from './programme'
import { villageMidnight } from '@/domain/time/local-time'

const DAY = 86_400
const NOON = 1_800_000_000

function event(id: string, start: number, end: number, tags: string[] = []) {
  const occurrence = { start_time: start, end_time: end, is_all_day: false }
  const texts = { title: `Event ${id}`, location_name: 'Praia do Sul', description: 'Nothing' }
  return {
    id,
    ...texts,
    ...occurrence,
    tags: tags.map((key) => ({ key, name: key })),
    schedules: [occurrence],
  }
}

function at(start: number, end: number) {
  return { start_time: start, end_time: end, is_all_day: false }
}

function ids(page: { items: { id: string }[] }): string[] {
  return page.items.map(({ id }) => id)
}

const ALL = { tags: [], words: [], window: { from: NOON }, page: 1, perPage: 10 }

describe('the window', () => {
  it('gives each occurrence its row where that is asked for, and only where the window ends', () => {
    const [first, second, tomorrow] = [
      at(NOON + 60, NOON + 120),
      at(NOON + 180, NOON + 240),
      at(NOON + DAY, NOON + DAY + 60),
    ]
    const shows = { ...event('a', NOON + 60, NOON + 120), schedules: [first, second, tomorrow] }
    const each = { ...ALL, isEachDate: true, window: { from: NOON, to: NOON + 3600 } }
    const starts = (query: typeof each) =>
      selectProgramme([shows], query).items.map(({ start_time }) => start_time - NOON)
    expect(starts(each)).toEqual([60, 180])
    expect(starts({ ...each, isEachDate: false })).toEqual([60])
    expect(selectProgramme([shows], { ...each, window: { from: NOON } }).items).toHaveLength(1)
  })

  it('gives a row the times of its first occurrence in the window', () => {
    const weekly = {
      ...event('a', NOON, NOON + 3600),
      schedules: [0, 7, 14].map((days) => ({
        start_time: NOON + days * DAY,
        end_time: NOON + days * DAY + 3600,
        is_all_day: false,
      })),
    }
    const page = selectProgramme([weekly], { ...ALL, window: { from: NOON + DAY } })
    expect(page.items).toEqual([expect.objectContaining({ id: 'a', start_time: NOON + 7 * DAY })])
    expect(page.items[0]).not.toHaveProperty('schedules')
  })

  it('of a day to come has no night of the day before, where the night is the last that is stored', () => {
    const [day, next] = ['2027-01-16', '2027-01-17'].map((one) => villageMidnight(one))
    const night = at((day ?? 0) - 2 * 3600, (day ?? 0) + 2 * 3600)
    const hours = { start_hour: 22, start_minute: 0, end_hour: 2, end_minute: 0, is_all_day: false }
    const rule = { ...hours, days: [5], period_start_date: '2027-01-01', period_end_date: '2027-02-28' }
    const nights = {
      ...event('a', night.start_time, night.end_time),
      recurrence: { rule, stored_until: night.start_time + 9000 },
    }
    const window = { from: day ?? 0, to: (next ?? 0) - 1, now: NOON - 9 * DAY }
    expect(ids(selectProgramme([nights], { ...ALL, window }))).toEqual([])
  })
})

describe('the order', () => {
  it('keeps an event of up to three days at its own start, and puts a longer one after the others of its day', () => {
    const threeDays = event('three', NOON - 2 * DAY, NOON + DAY)
    const exhibition = event('a long one', NOON - 30 * DAY, NOON + 30 * DAY)
    const tonight = event('tonight', NOON + 3600, NOON + 7200)
    const thisMorning = event('morning', NOON - 3600, NOON + 60)
    const tomorrow = event('tomorrow', NOON + DAY, NOON + DAY + 60)
    expect(ids(selectProgramme([exhibition, tomorrow, tonight, thisMorning, threeDays], ALL))).toEqual([
      'three',
      'morning',
      'tonight',
      'a long one',
      'tomorrow',
    ])
  })

  it('counts three days of which one has 25 hours as three days', () => {
    // All of 24 to 26 October 2026, village time: summer time ends in the night to the 25th.
    const fair = event(
      'fair',
      Date.parse('2026-10-23T23:00Z') / 1000,
      Date.parse('2026-10-26T23:59:59Z') / 1000,
    )
    const windowFrom = Date.parse('2026-10-25T12:00Z') / 1000
    const sameMorning = event('morning', windowFrom - 3600, windowFrom + 3600)
    expect(inProgrammeOrder([sameMorning, fair], windowFrom)).toEqual([fair, sameMorning])
  })
})

describe('the page', () => {
  it('matches a tag by a key that was merged into it', () => {
    const merged = {
      ...event('a', NOON, NOON + 1),
      tags: [{ key: 'concerts', name: 'Concerts', merged_keys: ['gigs'] }],
    }
    expect(ids(selectProgramme([merged, event('b', NOON, NOON + 1)], { ...ALL, tags: ['gigs'] }))).toEqual([
      'a',
    ])
  })
})

describe('the occurrences that a page lists', () => {
  const days = [0, 1, 2, 9].map((day) => at(NOON + day * DAY, NOON + day * DAY + 3600))

  it('are those from now on; of what is over, the last', () => {
    const weekly = [0, 7, 14].map((day) => at(NOON + day * DAY, NOON + day * DAY + 3600))
    expect(upcomingOccurrences({ schedules: weekly }, NOON + DAY)).toEqual(weekly.slice(1))
    expect(upcomingOccurrences({ schedules: weekly }, NOON + 30 * DAY)).toEqual(weekly.slice(-1))
  })

  it('begin with the first day of a festival that is under way, and drop it once it is over', () => {
    expect(upcomingOccurrences({ schedules: days }, NOON + DAY)).toEqual(days)
    expect(upcomingOccurrences({ schedules: days }, NOON + 5 * DAY)).toEqual(days.slice(-1))
  })

  it('leave out the days of a recurring event that are over', () => {
    const rule = {
      days: [0, 1, 2, 3, 4, 5, 6],
      start_hour: 8,
      start_minute: 0,
      end_hour: 9,
      end_minute: 0,
      is_all_day: false,
      period_start_date: '2027-01-15',
      period_end_date: '2027-01-24',
    }
    expect(upcomingOccurrences({ schedules: days, rule }, NOON + DAY)).toEqual(days.slice(1))
  })
})
