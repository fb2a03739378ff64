import ICAL from 'ical.js'

/** Parts of a rule (RFC 5545, 3.3.10) that are understood with each frequency. */
const UNDERSTOOD: Record<string, readonly string[]> = {
  DAILY: ['BYDAY', 'BYMONTH'],
  WEEKLY: ['BYDAY', 'BYMONTH'],
  MONTHLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY'],
}
/** Nobody keeps a longer step; the library counts it day by day. */
const INTERVAL_MAX = 1000
/** Every month has a day of each weekday at this step, so that a rule for some months has days in each year. */
const WEEKS_WITHIN_A_MONTH = 4
/** Every month has them. */
const MAX_MONTH_DAY = 28
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
/** The number of days of each month in every year. */
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The day that a rule begins on: it counts from there, and takes from it what it does not say. */
export interface RuleStart {
  month: number
  day: number
}

/**
 * The rule as the library expands it rightly; undefined for one that is not understood. Understood is what calendars write and
 * what has days within a few years of any other. Others are refused before they are expanded: the library searches for ever for
 * the days of one that has none (a daily one on 30 February). `start`: its first day.
 */
export function understoodRule(rule: ICAL.Recur, start: RuleStart): ICAL.Recur | undefined {
  const monthly = asMonthly(rule, start)
  if (monthly !== undefined) return monthly
  return isUnderstood(rule, start) ? rule : undefined
}

/**
 * Whether the file's rules of a time zone end their search. Those are expanded from their beginning to this year for every
 * event; they are yearly in all zones that there are.
 */
export function isZoneUnderstood(zone: ICAL.Component): boolean {
  return zone
    .getAllSubcomponents()
    .flatMap((observance) => observance.getAllProperties('rrule'))
    .flatMap((property) => property.getValues() as unknown[])
    .every((rule) => rule instanceof ICAL.Recur && rule.freq === 'YEARLY' && isUnderstood(rule, ANY_START))
}

/** The start for rules of a time zone, which say their month and day. */
const ANY_START: RuleStart = { month: 1, day: 1 }

function isUnderstood(rule: ICAL.Recur, start: RuleStart): boolean {
  const understood = UNDERSTOOD[rule.freq]
  const { interval } = rule
  if (understood === undefined || !Number.isInteger(interval) || interval < 1 || interval > INTERVAL_MAX)
    return false
  const parts = partsOf(rule)
  const used = usedParts(rule)
  if (!used.every((part) => understood.includes(part))) return false
  // With a step, the days that a daily rule names may be those that it steps over.
  if (rule.freq === 'DAILY' && interval > 1 && used.length > 0) return false
  if (rule.freq === 'WEEKLY' && interval > WEEKS_WITHIN_A_MONTH && used.includes('BYMONTH')) return false
  if (used.includes('BYSETPOS') && (!used.includes('BYDAY') || !numbers(parts['BYSETPOS']).every(isSmall)))
    return false
  if (rule.freq === 'YEARLY' && used.length > 0 && !used.includes('BYMONTH')) return false
  if (!numbers(parts['BYMONTH']).every((month) => month >= 1 && month <= 12)) return false
  return hasWeekdays(rule, used) && hasMonthDays(rule, used, start)
}

/**
 * A yearly rule by month and day as a monthly one with the same days; undefined for any other. The library takes the 31st of April in
 * a yearly rule for the first of May, and 29 February in other years for the first of March; in a monthly one it knows better.
 */
function asMonthly(rule: ICAL.Recur, start: RuleStart): ICAL.Recur | undefined {
  const used = usedParts(rule)
  const isByMonthDay = used.every((part) => part === 'BYMONTH' || part === 'BYMONTHDAY')
  if (rule.freq !== 'YEARLY' || rule.interval !== 1 || !isByMonthDay) return undefined
  if (used.includes('BYMONTHDAY') && !used.includes('BYMONTH')) return undefined
  const { BYMONTH = [start.month], BYMONTHDAY = [start.day] } = partsOf(rule)
  const monthly = ICAL.Recur.fromData({
    ...rule.toJSON(),
    freq: 'MONTHLY',
    bymonth: numbers(BYMONTH),
    bymonthday: numbers(BYMONTHDAY),
  })
  return isUnderstood(monthly, start) ? monthly : undefined
}

/** The parts of a rule by their names in upper case. */
function partsOf(rule: ICAL.Recur): Record<string, (string | number)[] | undefined> {
  return rule.parts as Record<string, (string | number)[] | undefined>
}

function usedParts(rule: ICAL.Recur): string[] {
  const parts = partsOf(rule)
  return Object.keys(parts).filter((part) => (parts[part] ?? []).length > 0)
}

/** A number before a weekday counts those of a month, and no month is without its first four. */
function hasWeekdays(rule: ICAL.Recur, used: readonly string[]): boolean {
  const days = (partsOf(rule)['BYDAY'] ?? []).map((day) =>
    /^([+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)$/.exec(String(day)),
  )
  if (days.some((day) => day === null)) return false
  const counts = days.flatMap((day) => (day?.[1] === undefined ? [] : [Math.abs(Number(day[1]))]))
  if (used.includes('BYMONTHDAY') && used.includes('BYDAY')) {
    // A Friday the 13th comes every few years, the second Friday on a 28th never; days from the end the library does not find here.
    const isForward = numbers(partsOf(rule)['BYMONTHDAY']).every((day) => day > 0)
    return rule.freq === 'YEARLY' && rule.interval === 1 && counts.length === 0 && isForward
  }
  if (counts.length === 0) return true
  if (rule.freq !== 'MONTHLY' && rule.freq !== 'YEARLY') return false
  // A month has one of its first Mondays, and no second.
  if (used.includes('BYSETPOS')) return false
  // With a step, or in some months only, those with a fifth Monday may be the ones that it steps over.
  const isEveryMonth = rule.freq === 'MONTHLY' && rule.interval === 1 && !used.includes('BYMONTH')
  return isEveryMonth || counts.every((count) => count < 5)
}

/** Whether the days of the month that a rule names, or begins on, come in each of its turns, or in another soon. */
function hasMonthDays(rule: ICAL.Recur, used: readonly string[], start: RuleStart): boolean {
  if (rule.freq !== 'MONTHLY' && rule.freq !== 'YEARLY') return true
  const { BYMONTH, BYMONTHDAY } = partsOf(rule)
  const isByWeekday = used.includes('BYDAY')
  const days = BYMONTHDAY === undefined ? (isByWeekday ? [] : [start.day]) : numbers(BYMONTHDAY)
  if (rule.freq === 'YEARLY') {
    const months = BYMONTH === undefined ? [start.month] : numbers(BYMONTH)
    const shortest = Math.min(...months.map((month) => DAYS_OF_MONTHS[month - 1] ?? MAX_MONTH_DAY))
    return days.every((day) => isMonthDay(day, shortest))
  }
  const months = monthsOfTurns(rule, start).filter((month) => BYMONTH?.map(Number).includes(month) ?? true)
  if (!days.every((day) => isMonthDay(day, 31))) return false
  return isByWeekday ? months.length > 0 : days.some((day) => months.some((month) => hasDay(month, day)))
}

/** The months that a monthly rule comes by, one after the other, with its step. */
function monthsOfTurns({ interval }: ICAL.Recur, start: RuleStart): number[] {
  return MONTHS.filter((month) => MONTHS.some((turn) => (start.month - month + turn * interval) % 12 === 0))
}

/** A leap day comes every four years. */
function hasDay(month: number, day: number): boolean {
  return Math.abs(day) <= (month === 2 ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0))
}

function numbers(values: readonly (string | number)[] | undefined): number[] {
  return (values ?? []).map(Number)
}

function isSmall(position: number): boolean {
  return position !== 0 && Math.abs(position) <= 4
}

function isMonthDay(day: number, max: number): boolean {
  return Number.isInteger(day) && day !== 0 && Math.abs(day) <= max
}
