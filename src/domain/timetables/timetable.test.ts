import { describe, expect, it } from 'vitest'

import type { Recurrence, Timetable } from './timetable'
import { timetableProblems } from './timetable-problems'
import { parseDateTime, toEpochSeconds } from '@/domain/time/village-time'

const now = at('2026-07-01 12:00:00')

function at(text: string): number {
  const wall = parseDateTime(text)
  if (wall === undefined) throw new Error(text)
  return toEpochSeconds(wall)
}

function block(start_time: string, end_time: string, is_all_day = false): Timetable {
  return { list: [{ start_time, end_time, is_all_day }] }
}

function weekly(change: Partial<Recurrence> = {}): Timetable {
  return {
    repeated: {
      days: [1, 3],
      start_hour: 9,
      start_minute: 0,
      end_hour: 10,
      end_minute: 30,
      period_start_date: '2026-07-01',
      period_end_date: '2026-09-30',
      is_all_day: false,
      ...change,
    },
  }
}

function codes(timetable: Timetable): string[] {
  return timetableProblems(timetable, now).map(
    ({ path, code }) => `${path.replace('timetable.', '')}: ${code}`,
  )
}

describe('one-time blocks', () => {
  it.each<[string, Timetable, string[]]>([
    [
      'a timed one has both times',
      block('', ''),
      ['start_time: start_time_required', 'end_time: end_time_required'],
    ],
    [
      'one of whole days has both',
      block('', '', true),
      ['start_time: start_date_required', 'end_time: end_date_required'],
    ],
    ['it is to come', block('2026-07-01 11:59:00', '2026-07-01 13:00:00'), ['start_time: start_time_past']],
    ['whole days may begin today', block('2026-07-01', '2026-07-01', true), []],
    ['and not before', block('2026-06-30', '2026-07-01', true), ['start_time: start_date_past']],
    ['it lasts', block('2026-07-02 10:00:00', '2026-07-02 10:00:00'), ['end_time: end_time_before_start']],
    ['days are in order', block('2026-07-03', '2026-07-02', true), ['end_time: end_date_before_start']],
    [
      'not in the hour that March skips',
      block('2027-03-28 01:30:00', '2027-03-28 05:00:00'),
      ['start_time: time_nonexistent'],
    ],
    ['on a day that there is', block('2027-02-30 10:00:00', '2027-03-01 10:00:00'), ['start_time: invalid']],
    ['a year at most', block('2026-07-02', '2027-07-02', true), []],
    ['not longer', block('2026-07-02', '2027-07-03', true), ['end_time: event_too_long']],
  ])('%s', (_, timetable, found) => {
    expect(codes(timetable)).toEqual(found.map((one) => `list.0.${one}`))
  })

  it('says of the year 26 that it is past, and of the year 9999 that no date is so late', () => {
    expect(codes(block('0026-12-05 18:00:00', '2026-12-05 20:00:00'))).toEqual([
      'list.0.start_time: start_time_past',
    ])
    expect(codes(block('0000-01-01', '2026-12-05', true))).toEqual(['list.0.start_time: start_date_past'])
    for (const year of ['2201', '9999', '10000', '275760'])
      expect(codes(block(`${year}-12-31 18:00:00`, `${year}-12-31 20:00:00`))).toEqual([
        'list.0.start_time: year_out_of_range',
        'list.0.end_time: year_out_of_range',
      ])
    expect(codes(block('2200-12-31 18:00:00', '2200-12-31 20:00:00'))).toEqual([])
    expect(codes(weekly({ period_end_date: '10000-01-01' }))).toEqual([
      'repeated.period_end_date: year_out_of_range',
    ])
    const edited = timetableProblems(block('0026-12-05', '2026-12-05', true), now, { allowPast: true })
    expect(edited.map(({ code }) => code)).toEqual(['year_out_of_range'])
  })

  it('names the block that is wrong', () => {
    const list = [
      { start_time: '2026-07-02 10:00:00', end_time: '2026-07-02 11:00:00', is_all_day: false },
      { start_time: '2026-07-02 10:00:00', end_time: '', is_all_day: false },
    ]
    expect(codes({ list })).toEqual(['list.1.end_time: end_time_required'])
  })
})

describe('recurring timetables', () => {
  it('needs hours unless it lasts all day', () => {
    expect(codes(weekly({ start_hour: undefined, end_hour: undefined }))).toEqual([
      'repeated.start_hour: start_time_required',
      'repeated.end_hour: end_time_required',
    ])
    expect(codes(weekly({ start_hour: undefined, end_hour: undefined, is_all_day: true }))).toEqual([])
  })

  it('takes an end before the start as one on the next day', () => {
    expect(codes(weekly({ start_hour: 22, end_hour: 2, end_minute: 0 }))).toEqual([])
  })

  it('refuses an end at the hour of the start, a past period and a backward one', () => {
    expect(codes(weekly({ end_hour: 9, end_minute: 0 }))).toEqual([
      'repeated.end_hour: end_time_before_start',
    ])
    expect(codes(weekly({ period_start_date: '2026-06-30' }))).toEqual([
      'repeated.period_start_date: start_date_past',
    ])
    for (const period_end_date of ['2026-06-30', '2026-07-01'])
      expect(codes(weekly({ period_end_date }))).toEqual(['repeated.period_end_date: end_date_before_start'])
    const oneDay = weekly({ period_end_date: '2026-07-01', days: [3] })
    expect(timetableProblems(oneDay, now, { allowPast: true })).toEqual([])
  })

  it('refuses days that never fall within the period', () => {
    // 1 to 3 July 2026 are Wednesday to Friday.
    expect(codes(weekly({ period_end_date: '2026-07-03', days: [0, 6] }))).toEqual([
      'repeated.days: no_occurrence',
    ])
    expect(codes(weekly({ period_end_date: '2026-07-03', days: [5] }))).toEqual([])
  })

  it('refuses a last day whose occurrence is over, but takes one that is under way', () => {
    // Today is Wednesday 1 July 2026, and it is noon.
    const today = { period_end_date: '2026-07-02', days: [3] }
    const over = weekly({ ...today, end_hour: 12, end_minute: 0 })
    expect(codes(over)).toEqual(['repeated.start_hour: start_time_past'])
    expect(timetableProblems(over, now, { allowPast: true })).toEqual([])
    expect(codes(weekly({ ...today, end_hour: 12, end_minute: 1 }))).toEqual([])
    expect(codes(weekly({ ...today, is_all_day: true }))).toEqual([])
    expect(codes(weekly({ days: [3], period_end_date: '2026-07-08' }))).toEqual([])
  })
})
