import { clockText } from '@/client/shared/time/event-dates'
import { dayAfter, daysBetween } from '@/domain/time/local-time'
import type { Recurrence, TimeBlock, Timetable } from '@/domain/timetables/timetable'
import type { Locale } from '@/messages/compiled/runtime.js'

/** A block of the timetable, or the period and the times of a weekly one, in the parts that the form has inputs for. */
export interface TimeRow {
  isAllDay: boolean
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

const EMPTY_ROW: TimeRow = {
  isAllDay: false,
  startDate: '',
  startTime: '09:00',
  endDate: '',
  endTime: '17:00',
}

export const EMPTY_TIMETABLE = { list: [toTimeBlock(EMPTY_ROW)] }
export const EMPTY_WEEKLY = weeklyRule(EMPTY_ROW, [])

export function rowsOf(list: readonly TimeBlock[]): TimeRow[] {
  return list.length > 0 ? list.map(toRow) : [EMPTY_ROW]
}

function toRow({ start_time, end_time, is_all_day }: TimeBlock): TimeRow {
  const [startDate = '', startTime = EMPTY_ROW.startTime] = start_time.split(' ')
  const [endDate = '', endTime = EMPTY_ROW.endTime] = end_time.split(' ')
  const times = { startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5) }
  return { isAllDay: is_all_day, startDate, endDate, ...times }
}

function momentOf(date: string, time: string): string {
  return `${date} ${time === '' ? '' : `${time.slice(0, 5)}:00`}`
}

/** A time that is half typed is written so as well: ' 09:00:00', '2026-12-04 '. An all-day block keeps its hours in the form. */
export function toTimeBlock({ isAllDay, startDate, startTime, endDate, endTime }: TimeRow): TimeBlock {
  return {
    start_time: momentOf(startDate, startTime),
    end_time: momentOf(endDate, endTime),
    is_all_day: isAllDay,
  }
}

function timeOf(...parts: readonly (number | undefined)[]): string {
  return parts.includes(undefined) ? '' : parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function clockParts(time: string): number[] {
  return time.length < 5 ? [] : time.split(':').map(Number)
}

export function weeklyRow(rule: Recurrence): TimeRow {
  const hasTimes = 'start_hour' in rule
  return {
    isAllDay: rule.is_all_day,
    startDate: rule.period_start_date,
    endDate: rule.period_end_date,
    startTime: hasTimes ? timeOf(rule.start_hour, rule.start_minute) : EMPTY_ROW.startTime,
    endTime: hasTimes ? timeOf(rule.end_hour, rule.end_minute) : EMPTY_ROW.endTime,
  }
}

export function weeklyRule({ isAllDay, ...row }: TimeRow, days: number[]): Recurrence {
  const [start_hour, start_minute] = clockParts(row.startTime)
  const [end_hour, end_minute] = clockParts(row.endTime)
  return {
    days,
    start_hour,
    start_minute,
    end_hour,
    end_minute,
    period_start_date: row.startDate,
    period_end_date: row.endDate,
    is_all_day: isAllDay,
  }
}

const dateOf = (moment: string) => moment.replace(/ .*$/, '')

/** All-day: hours and minutes are omitted, and a block sends its dates as times (rules 7.3). */
export function sentTimetable(timetable: Timetable): Timetable {
  if ('list' in timetable) {
    return {
      list: timetable.list.map((block) =>
        block.is_all_day
          ? { ...block, start_time: dateOf(block.start_time), end_time: dateOf(block.end_time) }
          : block,
      ),
    }
  }
  const { days, is_all_day, period_start_date, period_end_date, ...hours } = timetable.repeated
  const period = { days: days.toSorted((a, b) => a - b), period_start_date, period_end_date, is_all_day }
  return { repeated: is_all_day ? period : { ...period, ...hours } }
}

/** The times that a form begins with are no dates. */
export function hasDates(timetable: Timetable): boolean {
  if ('list' in timetable) return timetable.list.map(toRow).some(isWritten)
  return timetable.repeated.days.length > 0 || isWritten(weeklyRow(timetable.repeated))
}

function isWritten({ startDate, endDate, startTime, endTime }: TimeRow): boolean {
  return startDate + endDate !== '' || startTime !== EMPTY_ROW.startTime || endTime !== EMPTY_ROW.endTime
}

export function timetableWithoutDates(timetable: Timetable): Timetable {
  if ('repeated' in timetable)
    return { repeated: { ...timetable.repeated, period_start_date: '', period_end_date: '' } }
  const blocks = rowsOf(timetable.list).map((row) => toTimeBlock({ ...row, startDate: '', endDate: '' }))
  return { list: [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()] }
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

/** A week as it is written in Portugal and most of Europe: from Monday. Days are 0-6 from Sunday, as they travel. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0]

/** '6:30 PM – 8:00 PM'. */
export function hoursText(rule: Recurrence, locale: Locale): string {
  const { start_hour = 0, start_minute = 0, end_hour = 0, end_minute = 0 } = rule
  return `${clockText(start_hour, start_minute, locale)} – ${clockText(end_hour, end_minute, locale)}`
}
