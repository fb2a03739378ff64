import type { PublicEvent } from '@/contract/events/events'
import { isLongEvent } from '@/domain/events/event'
import { villageDay, villageOffset, villageWall, type VillageWall, noonOf } from '@/domain/time/local-time'
import { isOfOneDay } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'

/** Built from numbers and month names only: Intl's styles differ between a server's and a browser's version, and hydration would fail. */

type Locale = 'en' | 'pt'
type Times = Pick<PublicEvent, 'start_time' | 'end_time' | 'is_all_day'>

/** An instant as ISO 8601 with the village's offset, e.g. `2026-07-04T21:00:00+01:00`. */
export function villageIso(epochSeconds: number): string {
  const { year, month, day, hour, minute } = villageWall(epochSeconds)
  const offsetMinutes = Math.round(villageOffset(epochSeconds) / 60)
  const sign = offsetMinutes < 0 ? '-' : '+'
  const offset = `${sign}${pad(Math.floor(Math.abs(offsetMinutes) / 60))}:${pad(Math.abs(offsetMinutes) % 60)}`
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:00${offset}`
}

/** 'Nov 20, 2026 9:00 PM'; only dates when all day; past midnight with the end, 'Dec 31, 2026 10:00 PM – 4:00 AM'. */
export function cardDate(event: Times, locale: Locale): string {
  const { start_time, end_time } = event
  const isShort = isOfOneDay(event)
  if (event.is_all_day) {
    const start = dateText(start_time, locale)
    return isShort ? start : `${start} – ${dateText(event.end_time - 1, locale)}`
  }
  const start = dateTimeText(start_time, locale)
  if (!isShort) return `${start} – ${dateTimeText(end_time, locale)}`
  const isPastMidnight = villageDay(start_time) !== villageDay(end_time - 1)
  return isPastMidnight ? `${start} – ${timeText(end_time, locale)}` : start
}

/** Epoch seconds: the day an event begins on; of one under way at `fromSeconds` (now, or where a filter begins) that day. */
export function dateBlockDay(event: Times, fromSeconds: number): number {
  const isUnderWay = event.start_time < fromSeconds && fromSeconds < event.end_time
  return isUnderWay && !isOfOneDay(event) ? fromSeconds : event.start_time
}

/** The day a long event under way ends on, epoch seconds; undefined for any other (its 'Until {date}', rules 4.5). */
export function untilOf(event: Times, nowSeconds: number): number | undefined {
  const isUnderWay = event.start_time <= nowSeconds && nowSeconds < event.end_time
  return isLongEvent(event) && isUnderWay ? event.end_time - 1 : undefined
}

/** 'Nov 20, 2026' or '20 de nov. de 2026'. */
export function dateText(epochSeconds: number, locale: Locale): string {
  const { year, month, day } = villageWall(epochSeconds)
  const name = shortMonth(month, locale)
  return locale === 'en' ? `${name} ${day}, ${year}` : `${day} de ${name}. de ${year}`
}

/** 'Nov 20' or '20 de nov.' */
export function shortDateText(epochSeconds: number, locale: Locale): string {
  const { month, day } = villageWall(epochSeconds)
  const name = shortMonth(month, locale)
  return locale === 'en' ? `${name} ${day}` : `${day} de ${name}.`
}

/** With the year where it is another than that of `now`. */
function nearDateText(epochSeconds: number, locale: Locale, now: number): string {
  const isThisYear = villageWall(epochSeconds).year === villageWall(now).year
  return isThisYear ? shortDateText(epochSeconds, locale) : dateText(epochSeconds, locale)
}

/** 'Nov 20, 2026' of a village day `YYYY-MM-DD`. */
export function dayText(day: string, locale: Locale): string {
  return dateText(noonOf(day), locale)
}

/** 'Tuesday' and 'November 24' of a village day; the year where it is another than that of `today`. */
export function dayNames(day: string, today: string, locale: Locale): { weekday: string; date: string } {
  const wall = villageWall(noonOf(day))
  const month = monthName(wall.month, locale)
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : wall.year
  return {
    weekday: weekdayName(wall, locale),
    date:
      locale === 'en'
        ? `${month} ${wall.day}${year ? `, ${year}` : ''}`
        : `${wall.day} de ${month}${year ? ` de ${year}` : ''}`,
  }
}

/** '9:00 PM' or '21:00'. */
export function timeText(epochSeconds: number, locale: Locale): string {
  const { hour, minute } = villageWall(epochSeconds)
  return clockText(hour, minute, locale)
}

export function clockText(hour: number, minute: number, locale: Locale): string {
  if (locale === 'pt') return `${pad(hour)}:${pad(minute)}`
  return `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

export function dateBlockOf(epochSeconds: number, locale: Locale) {
  const wall = villageWall(epochSeconds)
  return {
    day: String(wall.day),
    month: shortMonth(wall.month, locale),
    weekday: weekdayName(wall, locale).slice(0, 3),
  }
}

/** A line begins with a capital; in the middle of one Portuguese writes days and months without. */
export function asLine(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The day of an occurrence, or its first and its last: 'Fri, Dec 11 – Sun, Dec 13', 'Sex., 11 de dez. – dom., 13 de dez.'; a year
 * is said where it is another than that of `now`. Epoch seconds.
 */
export function dayLine(times: Omit<Times, 'is_all_day'>, locale: Locale, now: number): string {
  const days = isOfOneDay(times) ? [times.start_time] : [times.start_time, times.end_time - 1]
  const text = days.map((day) => weekdayDate(day, nearDateText(day, locale, now), locale))
  return asLine(text.join(' – '))
}

/** A text that begins with a date, after the weekday of that: 'Sat, Dec 5, 2026', 'sáb., 5 de dez. de 2026'. */
export function weekdayDate(epochSeconds: number, text: string, locale: Locale): string {
  return `${dateBlockOf(epochSeconds, locale).weekday}${locale === 'pt' ? '.' : ''}, ${text}`
}

/** The hours on the event's page, '9:00 PM – 11:30 PM'. */
export function timeLine(event: Times, locale: Locale): string {
  return `${timeText(event.start_time, locale)} – ${timeText(event.end_time, locale)}`
}

/** `Nov 20, 2026 9:00 PM` or `20 de nov. de 2026, 21:00`. */
export function dateTimeText(epochSeconds: number, locale: Locale): string {
  const separator = locale === 'en' ? ' ' : ', '
  return `${dateText(epochSeconds, locale)}${separator}${timeText(epochSeconds, locale)}`
}

const longNames = new Map<string, string>()

function nameOf(locale: Locale, part: 'month' | 'weekday', utcMs: number): string {
  const key = `${locale} ${part} ${utcMs}`
  const tag = locale === 'pt' ? 'pt-PT' : 'en-US'
  const name =
    longNames.get(key) ?? new Intl.DateTimeFormat(tag, { timeZone: 'UTC', [part]: 'long' }).format(utcMs)
  longNames.set(key, name)
  return name
}

function monthName(month: number, locale: Locale): string {
  return nameOf(locale, 'month', Date.UTC(2026, month - 1, 1))
}

/** Both languages shorten months to three letters. */
function shortMonth(month: number, locale: Locale): string {
  return monthName(month, locale).slice(0, 3)
}

function weekdayName({ year, month, day }: VillageWall, locale: Locale): string {
  return weekdayText(new Date(Date.UTC(year, month - 1, day)).getUTCDay(), locale)
}

/** 'Sunday' of 0 … 'Saturday' of 6, 'domingo' … 'sábado'. */
export function weekdayText(weekday: number, locale: Locale): string {
  // The first of November 2026 is a Sunday.
  return nameOf(locale, 'weekday', Date.UTC(2026, 10, 1 + weekday))
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** The days of a recurring event: 'Every Tuesday and Thursday', 'Todas as terças e quintas'. */
export function everyText({ days }: Pick<Recurrence, 'days'>, locale: Locale): string {
  // A week begins on Monday.
  const week = [...new Set(days)].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  if (week.length === 7) return m.event_every_day({}, { locale })
  if (week.join('') === '12345') return m.event_every_workday({}, { locale })
  const names = week.map((day) => repeatedName(day, locale))
  const last = names.pop() ?? ''
  const list = names.length === 0 ? last : m.event_every_and({ list: names.join(', '), last }, { locale })
  // Portuguese says 'todas as segundas', but 'todos os sábados'; the first of several days decides.
  const isWeekend = week[0] === 6 || week[0] === 0
  return isWeekend ? m.event_every_weekend_days({ list }, { locale }) : m.event_every({ list }, { locale })
}

/** The same with the last day of its period: 'Every Tuesday until Dec 15'; `now` in epoch seconds. */
export function everyUntilText(rule: Recurrence, now: number, locale: Locale): string {
  const date = nearDateText(noonOf(rule.period_end_date), locale, now)
  return m.event_every_until({ every: everyText(rule, locale), date }, { locale })
}

/** The name of a repeated day: Portuguese has the plural, and leaves out its '-feira'. */
function repeatedName(day: number, locale: Locale): string {
  const name = weekdayText(day, locale)
  return locale === 'en' ? name : `${name.replace('-feira', '')}s`
}
