import type { Recurrence, Timetable } from '@/domain/timetables/timetable'
import { villageDate } from '@/domain/time/village-time'

/** Days of the demonstration, counted from the day it is loaded, so that it is always about the coming weeks. */
export type Day = (today: Temporal.PlainDate) => Temporal.PlainDate
export type When = (today: Temporal.PlainDate) => Timetable

/** Wire numbers of the weekdays (rules 3): Sunday is 0. */
const WEEKDAYS = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 } as const
export type Weekday = keyof typeof WEEKDAYS

/** A day so many days from today; negative ones have passed. */
export const day =
  (offset: number): Day =>
  (today) =>
    today.add({ days: offset })

/** The next such weekday after today, and `weeks` weeks later. */
export const next =
  (weekday: Weekday, weeks = 0): Day =>
  (today) =>
    today.add({ days: ((WEEKDAYS[weekday] - (today.dayOfWeek % 7) + 6) % 7) + 1 + 7 * weeks })

/** A timed block, `HH:mm` to `HH:mm`; an end that is not after the start is on the next day. */
export const timed =
  (on: Day, start: string, end: string): When =>
  (today) => ({ list: [block(on(today), start, end)] })

/** Blocks of the same hours on several days. */
export const timedOn =
  (days: readonly Day[], start: string, end: string): When =>
  (today) => ({ list: days.map((on) => block(on(today), start, end)) })

/** Days in a row, so many. */
export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from(
    { length: count },
    (_, index): Day =>
      (today) =>
        first(today).add({ days: index }),
  )

/** Blocks of whole days, so many in a row. */
export const allDay =
  (first: Day, count = 1): When =>
  (today) => ({
    list: [
      {
        start_time: first(today).toString(),
        end_time: first(today)
          .add({ days: count - 1 })
          .toString(),
        is_all_day: true,
      },
    ],
  })

/** Every week on these days; without hours it is all day. */
export const weekly =
  (
    weekdays: readonly Weekday[],
    hours: readonly [start: string, end: string] | undefined,
    from: Day,
    to: Day,
  ): When =>
  (today) => ({
    repeated: {
      days: weekdays.map((weekday) => WEEKDAYS[weekday]),
      ...hoursOf(hours),
      period_start_date: from(today).toString(),
      period_end_date: to(today).toString(),
      is_all_day: hours === undefined,
    },
  })

/** The day it is in the village. */
export function demoDay(nowSeconds: number): Temporal.PlainDate {
  return villageDate(nowSeconds)
}

function block(date: Temporal.PlainDate, start: string, end: string) {
  const lastDay = end > start ? date : date.add({ days: 1 })
  return { start_time: `${date} ${start}:00`, end_time: `${lastDay} ${end}:00`, is_all_day: false }
}

function hoursOf(hours: readonly [string, string] | undefined): Partial<Recurrence> {
  if (hours === undefined) return {}
  const [start, end] = hours.map((time) => time.split(':').map(Number))
  return { start_hour: start?.[0], start_minute: start?.[1], end_hour: end?.[0], end_minute: end?.[1] }
}
