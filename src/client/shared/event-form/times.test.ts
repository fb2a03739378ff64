import { describe, expect, test } from 'vitest'
import {
  EMPTY_TIMETABLE,
  changeRow,
  hasDates,
  nextRow,
  EMPTY_WEEKLY,
  rowsOf,
  sentTimetable,
  timetableWithoutDates,
  toTimeBlock,
  weeklyRow,
  weeklyRule,
  type TimeRow,
} from './times'

const [empty = {} as TimeRow] = rowsOf([])
const evening: TimeRow = {
  ...empty,
  startDate: '2026-12-05',
  startTime: '22:00',
  endDate: '2026-12-05',
  endTime: '23:30',
}
const rowsToList = (...rows: TimeRow[]) => ({ list: rows.map(toTimeBlock) })
const timed = (start_time: string, end_time: string) => ({ start_time, end_time, is_all_day: false })
const rule = {
  days: [2, 0],
  start_hour: 9,
  start_minute: 5,
  end_hour: 10,
  end_minute: 30,
  period_start_date: '2026-12-01',
  period_end_date: '2026-12-31',
  is_all_day: false,
}

test('a timetable that is opened in the form is what it was, half typed too', () => {
  const list = [timed('2026-12-04 18:30:00', '2026-12-05 01:00:00'), timed(' 18:30:00', '2026-12-05 ')]
  expect(rowsToList(...rowsOf(list))).toEqual({ list })
  expect(weeklyRule(weeklyRow(rule), rule.days)).toEqual(rule)
  const halfTyped = { ...rule, end_hour: undefined, end_minute: undefined }
  expect(weeklyRule(weeklyRow(halfTyped), rule.days)).toEqual(halfTyped)
})

test('an all-day block is sent without the times of day that it keeps in the form', () => {
  const allDay = { list: [{ start_time: '2026-12-04', end_time: '2026-12-06', is_all_day: true }] }
  const inForm = rowsToList(...rowsOf(allDay.list))
  expect(sentTimetable(inForm)).toEqual(allDay)
  expect(rowsOf(inForm.list)).toMatchObject([{ startTime: '09:00', endTime: '17:00' }])
})

test('a weekly event is sent with its days in order, and without hours where it is all day', () => {
  expect(sentTimetable({ repeated: rule })).toEqual({ repeated: { ...rule, days: [0, 2] } })
  expect(sentTimetable({ repeated: { ...rule, is_all_day: true } })).not.toHaveProperty('repeated.start_hour')
})

test('another event like it has the times of day and no dates, each once', () => {
  const list = [
    timed('2026-12-04 22:00:00', '2026-12-05 02:00:00'),
    timed('2026-12-07 22:00:00', '2026-12-08 02:00:00'),
  ]
  expect(timetableWithoutDates({ list })).toEqual({ list: [timed(' 22:00:00', ' 02:00:00')] })
  expect(timetableWithoutDates({ list: [] })).toEqual(EMPTY_TIMETABLE)
  expect(timetableWithoutDates({ repeated: rule })).toEqual({
    repeated: { ...rule, period_start_date: '', period_end_date: '' },
  })
})

test('a box that was tried out is no date; a time, a day or a date is', () => {
  expect(hasDates(EMPTY_TIMETABLE)).toBe(false)
  expect(hasDates(rowsToList({ ...empty, isAllDay: true }))).toBe(false)
  expect(hasDates({ repeated: { ...EMPTY_WEEKLY, is_all_day: true } })).toBe(false)
  expect(hasDates(rowsToList({ ...empty, startTime: '10:00' }))).toBe(true)
  expect(hasDates({ repeated: { ...EMPTY_WEEKLY, days: [1] } })).toBe(true)
})

describe('the end of a row', () => {
  test('is on the next day when its time is earlier than the start, also over the end of a year', () => {
    expect(changeRow(evening, { endTime: '00:30' }).endDate).toBe('2026-12-06')
    const newYear = { ...evening, startDate: '2026-12-31', endDate: '2026-12-31' }
    expect(changeRow(newYear, { endTime: '04:00' }).endDate).toBe('2027-01-01')
  })

  test('follows the start, past midnight too, whichever is entered first', () => {
    const late = changeRow(changeRow(empty, { startTime: '22:00' }), { endTime: '00:30' })
    expect(late.endDate).toBe('')
    const dated = changeRow(late, { startDate: '2026-12-05' })
    expect(dated.endDate).toBe('2026-12-06')
    expect(changeRow(dated, { startDate: '2026-12-24' }).endDate).toBe('2026-12-25')
    expect(changeRow(dated, { startTime: '00:10' }).endDate).toBe('2026-12-05')
  })

  test('stays where somebody has chosen it, and follows the start again once that is taken back', () => {
    const weekend = changeRow(evening, { endDate: '2026-12-07' })
    expect(changeRow(weekend, { endTime: '12:00' }).endDate).toBe('2026-12-07')
    const none = changeRow(weekend, { endDate: '' })
    expect(none.endDate).toBe('')
    expect(changeRow(none, { startDate: '2026-12-08' }).endDate).toBe('2026-12-08')
  })
})

describe('a new row', () => {
  test('copies the last one plus a day', () => {
    expect(nextRow([evening])).toEqual({
      ...evening,
      startDate: '2026-12-06',
      endDate: '2026-12-06',
    })
    const past = changeRow(evening, { endTime: '00:30' })
    expect(nextRow([past])).toEqual({ ...past, startDate: '2026-12-06', endDate: '2026-12-07' })
  })
})
