import { LAST_YEAR, SECONDS_PER_DAY } from '@/domain/time/local-time'

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof FREQUENCIES)[number]

/** A recurrence rule (RFC 5545, 3.3.10) that says on which days something is, and not at which times of these. */
export interface Rule {
  freq: Frequency
  interval: number
  count: number | undefined
  until: string | undefined
  weekStart: number
  /** `nth`: which one of the month or year, from its end when negative; 0 for each. */
  byDay: readonly { nth: number; weekday: number }[]
  byMonth: readonly number[]
  byMonthDay: readonly number[]
  bySetPos: readonly number[]
}

const NUMBERS = /^[+-]?[1-9]\d{0,2}(?:,[+-]?[1-9]\d{0,2})*$/
const PARTS: Record<string, RegExp> = {
  FREQ: new RegExp(`^(?:${FREQUENCIES.join('|')})$`),
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,5}$/,
  UNTIL: /^\S+$/,
  WKST: /^(?:SU|MO|TU|WE|TH|FR|SA)$/,
  BYDAY: /^(?:[+-]?[1-9]\d?)?(?:SU|MO|TU|WE|TH|FR|SA)(?:,(?:[+-]?[1-9]\d?)?(?:SU|MO|TU|WE|TH|FR|SA))*$/,
  BYMONTH: NUMBERS,
  BYMONTHDAY: NUMBERS,
  BYSETPOS: NUMBERS,
}

/** Reads a rule, whose names may be in small letters; undefined for one that is wrong, or that counts hours, weeks of a year or its days. */
export function parseRule(text: string): Rule | undefined {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().replace(/;$/, '').split(';')) {
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim())
    if (PARTS[name]?.test(value) !== true) return undefined
    parts.set(name, value)
  }
  const numbers = (name: string) => parts.get(name)?.split(',').map(Number) ?? []
  const freq = FREQUENCIES.find((one) => one === parts.get('FREQ'))
  const byDay = (parts.get('BYDAY')?.split(',') ?? []).map((day) => ({
    nth: Number(day.slice(0, -2)),
    weekday: WEEKDAYS.indexOf(day.slice(-2)),
  }))
  // The standard gives these no meaning.
  const isByWeeks = freq === 'DAILY' || freq === 'WEEKLY'
  if (freq === undefined || (isByWeeks && byDay.some(({ nth }) => nth !== 0))) return undefined
  if (freq === 'WEEKLY' && parts.has('BYMONTHDAY')) return undefined
  return {
    freq,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined,
    until: parts.get('UNTIL'),
    weekStart: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
    byDay,
    byMonth: numbers('BYMONTH'),
    byMonthDay: numbers('BYMONTHDAY'),
    bySetPos: numbers('BYSETPOS'),
  }
}

/** Days since 1970-01-01 of the last day that an event may have. */
const LAST_DAY = Date.UTC(LAST_YEAR, 11, 31) / 1000 / SECONDS_PER_DAY
/** The rest of a period of a rule, days: a period is looked at as a whole. */
const PERIOD_DAYS: Record<Frequency, number> = { DAILY: 0, WEEKLY: 6, MONTHLY: 30, YEARLY: 365 }

interface CalendarDay {
  /** Days since 1970-01-01. */
  number: number
  year: number
  /** From 1. */
  month: number
  date: number
  /** 0 for Sunday. */
  weekday: number
  daysInMonth: number
  /** From 1. */
  ofYear: number
  daysInYear: number
}

/**
 * The days of a rule from its first day, in order, as days since 1970-01-01: of those in `from` to `to`, or where the rule has a count all up to
 * `to`. Each day of that time is looked at once, so that a rule without any day ends, too.
 */
export function* daysOfRule(
  rule: Rule,
  start: number,
  { from, to }: { from: number; to: number },
): Generator<number> {
  const first = rule.count === undefined ? Math.max(start, from) : start
  const startDay = dayOf(start)
  const startPeriod = periodOf(rule, startDay)
  let period: number | undefined
  let found: number[] = []
  for (const day of daysBetween(first - PERIOD_DAYS[rule.freq], Math.min(to, LAST_DAY))) {
    const current = periodOf(rule, day)
    if (current !== period) yield* chosen(rule, found).filter((one) => one >= first)
    if (current !== period) found = []
    period = current
    if ((current - startPeriod) % rule.interval === 0 && isDayOfRule(rule, day, startDay))
      found.push(day.number)
  }
  yield* chosen(rule, found).filter((one) => one >= first)
}

function* daysBetween(first: number, last: number): Generator<CalendarDay> {
  let day = dayOf(first)
  while (day.number <= last) {
    yield day
    const isInMonth = day.date < day.daysInMonth
    day = isInMonth
      ? {
          ...day,
          number: day.number + 1,
          date: day.date + 1,
          weekday: (day.weekday + 1) % 7,
          ofYear: day.ofYear + 1,
        }
      : dayOf(day.number + 1)
  }
}

function dayOf(number: number): CalendarDay {
  const date = new Date(number * SECONDS_PER_DAY * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const numberOf = (ofMonth: number, ofDay: number) => Date.UTC(year, ofMonth, ofDay) / 1000 / SECONDS_PER_DAY
  return {
    number,
    year,
    month: month + 1,
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
    daysInMonth: numberOf(month + 1, 1) - numberOf(month, 1),
    ofYear: number - numberOf(0, 1) + 1,
    daysInYear: numberOf(12, 1) - numberOf(0, 1),
  }
}

/** The number of the day, week, month or year that a day is in. */
function periodOf({ freq, weekStart }: Rule, { number, year, month }: CalendarDay): number {
  if (freq === 'DAILY') return number
  // 1970-01-01 was a Thursday.
  if (freq === 'WEEKLY') return Math.floor((number + 4 - weekStart) / 7)
  return freq === 'MONTHLY' ? year * 12 + month : year
}

/** Whether a day of its period is one of the rule; what the rule does not say is as on its first day. */
function isDayOfRule(rule: Rule, day: CalendarDay, start: CalendarDay): boolean {
  const { freq, byDay, byMonth, byMonthDay } = rule
  if (byMonth.length > 0 && !byMonth.includes(day.month)) return false
  if (
    byMonthDay.length > 0 &&
    !byMonthDay.includes(day.date) &&
    !byMonthDay.includes(day.date - day.daysInMonth - 1)
  )
    return false
  if (byDay.length > 0) return byDay.some((one) => isWeekday(rule, one, day))
  if (byMonthDay.length > 0 || freq === 'DAILY') return true
  if (freq === 'WEEKLY') return day.weekday === start.weekday
  return day.date === start.date && (freq === 'MONTHLY' || byMonth.length > 0 || day.month === start.month)
}

function isWeekday(
  { freq, byMonth }: Rule,
  { nth, weekday }: Rule['byDay'][number],
  day: CalendarDay,
): boolean {
  if (weekday !== day.weekday) return false
  if (nth === 0) return true
  const isOfYear = freq === 'YEARLY' && byMonth.length === 0
  const [position, days] = isOfYear ? [day.ofYear, day.daysInYear] : [day.date, day.daysInMonth]
  return nth > 0 ? Math.ceil(position / 7) === nth : -Math.ceil((days - position + 1) / 7) === nth
}

/** The days of a period at the positions that the rule names. */
function chosen({ bySetPos }: Rule, days: readonly number[]): number[] {
  if (bySetPos.length === 0) return [...days]
  const indexes = bySetPos.map((position) => (position > 0 ? position - 1 : days.length + position))
  return days.filter((_, index) => indexes.includes(index))
}
