import { clockText, weekdayText } from '@/client/shared/time/event-dates'
import { dayAfter, daysBetween } from '@/client/shared/time/village-days'
import type { Recurrence, TimeBlock, Timetable } from '@/domain/timetables/timetable'
import type { Locale } from '@/messages/compiled/runtime.js'

/** A block of the timetable in the parts that the form has inputs for. */
export interface TimeRow {
  isAllDay: boolean
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

/** Both kinds of a timetable as the form shows them: what was typed in one tab stays while the other is open. */
export interface Times {
  kind: 'one-time' | 'recurring'
  rows: TimeRow[]
  weekly: Recurrence
}

const EMPTY_ROW: TimeRow = {
  isAllDay: false,
  startDate: '',
  startTime: '09:00',
  endDate: '',
  endTime: '17:00',
}

const EMPTY_WEEKLY: Recurrence = {
  days: [],
  start_hour: 9,
  start_minute: 0,
  end_hour: 17,
  end_minute: 0,
  period_start_date: '',
  period_end_date: '',
  is_all_day: false,
}

export const EMPTY_TIMETABLE: Timetable = { list: [toTimeBlock(EMPTY_ROW)] }

export function timesOf(timetable: Timetable): Times {
  if ('repeated' in timetable)
    return { kind: 'recurring', rows: [EMPTY_ROW], weekly: { ...EMPTY_WEEKLY, ...timetable.repeated } }
  const rows = timetable.list.map(toRow)
  return { kind: 'one-time', rows: rows.length > 0 ? rows : [EMPTY_ROW], weekly: EMPTY_WEEKLY }
}

export function timetableOf({ kind, rows, weekly }: Times): Timetable {
  return kind === 'one-time' ? { list: rows.map(toTimeBlock) } : { repeated: weekly }
}

/** All-day: hours and minutes are omitted (rules 7.3). */
export function sentTimetable(timetable: Timetable): Timetable {
  if ('list' in timetable) return timetable
  const { days, is_all_day, period_start_date, period_end_date, ...hours } = timetable.repeated
  const period = { days: days.toSorted((a, b) => a - b), period_start_date, period_end_date, is_all_day }
  return { repeated: is_all_day ? period : { ...period, ...hours } }
}

/** Whether anything but the times that a form begins with is written. */
export function hasDates(timetable: Timetable): boolean {
  const { rows, weekly } = timesOf(timetable)
  const isBegun = JSON.stringify({ ...weekly, is_all_day: false }) === JSON.stringify(EMPTY_WEEKLY)
  return !isBegun || rows.some(isWritten)
}

function isWritten({ startDate, endDate, startTime, endTime }: TimeRow): boolean {
  return startDate + endDate !== '' || startTime !== EMPTY_ROW.startTime || endTime !== EMPTY_ROW.endTime
}

export function timetableWithoutDates(timetable: Timetable): Timetable {
  if ('repeated' in timetable)
    return { repeated: { ...timetable.repeated, period_start_date: '', period_end_date: '' } }
  const rows = timesOf(timetable).rows.map((row) => ({ ...row, startDate: '', endDate: '' }))
  const blocks = new Map(rows.map((row) => [JSON.stringify(row), toTimeBlock(row)]))
  return { list: [...blocks.values()] }
}

/** What is half typed is written so as well: ' 09:00:00', '2026-12-04 '. An all-day block sends its dates as times (rules 7.3). */
function toTimeBlock({ isAllDay, startDate, startTime, endDate, endTime }: TimeRow): TimeBlock {
  if (isAllDay) return { start_time: startDate, end_time: endDate, is_all_day: true }
  return { start_time: moment(startDate, startTime), end_time: moment(endDate, endTime), is_all_day: false }
}

function moment(date: string, time: string): string {
  return `${date} ${time === '' ? '' : `${time.slice(0, 5)}:00`}`
}

function toRow({ start_time, end_time, is_all_day }: TimeBlock): TimeRow {
  const [startDate = '', startTime = EMPTY_ROW.startTime] = start_time.split(' ')
  const [endDate = '', endTime = EMPTY_ROW.endTime] = end_time.split(' ')
  const times = { startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5) }
  return { isAllDay: is_all_day, startDate, endDate, ...times }
}

/** An end date that nobody has chosen follows the start, and an end earlier than the start is on the next day. */
export function changeRow(row: TimeRow, change: Partial<TimeRow>): TimeRow {
  const next = { ...row, ...change }
  const isUsual = row.endDate === '' || row.endDate === usualEndDate(row)
  return isUsual && change.endDate === undefined ? { ...next, endDate: usualEndDate(next) } : next
}

function usualEndDate(row: TimeRow): string {
  const { startDate, isAllDay } = row
  return startDate !== '' && !isAllDay && endsBeforeStart(row) ? dayAfter(startDate, 1) : startDate
}

export function endsBeforeStart({ startTime, endTime }: TimeRow): boolean {
  return endTime !== '' && endTime < startTime
}

/** The row that follows: the last one plus a day, or plus its days. */
export function nextRow(rows: readonly TimeRow[]): TimeRow {
  const last = rows.at(-1) ?? EMPTY_ROW
  const { startDate, endDate } = last
  if (startDate === '') return last
  const isOneDay = endDate === '' || endDate === usualEndDate(last)
  const days = isOneDay ? 1 : Math.max(1, daysBetween(startDate, endDate) + 1)
  return {
    ...last,
    startDate: dayAfter(startDate, days),
    endDate: dayAfter(endDate === '' ? startDate : endDate, days),
  }
}

/** The time of an input, `HH:mm`, of a weekly event; '' where there is none. */
export function clockOf(hour: number | undefined, minute: number | undefined): string {
  return hour === undefined || minute === undefined
    ? ''
    : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

export function hourAndMinute(end: 'start' | 'end', time: string): Partial<Recurrence> {
  const [hour, minute] = time === '' ? [] : time.split(':').map(Number)
  return { [`${end}_hour`]: hour, [`${end}_minute`]: minute }
}

/** The days of a week as it is written in Portugal and most of Europe: from Monday. */
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** `day` is 0-6 from Sunday, as it travels. */
export function weekdays(locale: Locale) {
  return MONDAY_FIRST.map((day) => {
    const long = weekdayText(day, locale)
    return { day, short: long.slice(0, 3), long }
  })
}

/** '6:30 PM – 8:00 PM'. */
export function hoursText(rule: Recurrence, locale: Locale): string {
  const { start_hour = 0, start_minute = 0, end_hour = 0, end_minute = 0 } = rule
  return `${clockText(start_hour, start_minute, locale)} – ${clockText(end_hour, end_minute, locale)}`
}
