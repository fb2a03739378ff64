import ICAL from 'ical.js'

/** Parts of a rule (RFC 5545, 3.3.10) that are understood with each frequency. */
const UNDERSTOOD: Record<string, readonly string[]> = {
  DAILY: ['BYDAY', 'BYMONTH'],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY'],
}
/** More is no step that anybody keeps; the library counts it day by day. */
const INTERVAL_MAX = 1000
/** Every month has them. */
const MAX_MONTH_DAY = 28
/** Of each month in every year. */
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Whether a rule is one that calendars write, and has days within a few years of any other. Others are refused before they are
 * expanded: the library searches for ever for the days of one that has none (a daily one on 30 February).
 */
export function isUnderstood(rule: ICAL.Recur): boolean {
  const understood = UNDERSTOOD[rule.freq]
  const { interval } = rule
  if (understood === undefined || !Number.isInteger(interval) || interval < 1 || interval > INTERVAL_MAX)
    return false
  const parts = partsOf(rule)
  const used = Object.keys(parts).filter((part) => (parts[part] ?? []).length > 0)
  if (!used.every((part) => understood.includes(part))) return false
  // With a step, the days that a daily rule names may be those that it steps over.
  if (rule.freq === 'DAILY' && interval > 1 && used.length > 0) return false
  if (used.includes('BYSETPOS') && (!used.includes('BYDAY') || !numbers(parts['BYSETPOS']).every(isSmall)))
    return false
  if (rule.freq === 'YEARLY' && used.length > 0 && !used.includes('BYMONTH')) return false
  if (!numbers(parts['BYMONTH']).every((month) => month >= 1 && month <= 12)) return false
  return (
    hasWeekdays(rule, used) && numbers(parts['BYMONTHDAY']).every((day) => isMonthDay(day, longest(rule)))
  )
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
    .every((rule) => rule instanceof ICAL.Recur && rule.freq === 'YEARLY' && isUnderstood(rule))
}

/** The parts of a rule by their names in upper case. */
function partsOf(rule: ICAL.Recur): Record<string, (string | number)[] | undefined> {
  return rule.parts as Record<string, (string | number)[] | undefined>
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
  // Of the first Mondays of a month there is one, and no second.
  if (used.includes('BYSETPOS')) return false
  // With a step, the months with a fifth Monday may be those that it steps over.
  return rule.interval === 1 || counts.every((count) => count < 5)
}

/** The last day of a month that a rule may name: one that comes in each of its turns, or in another soon. */
function longest(rule: ICAL.Recur): number {
  if (rule.freq === 'MONTHLY') return rule.interval === 1 ? 31 : MAX_MONTH_DAY
  return Math.min(
    ...numbers(partsOf(rule)['BYMONTH']).map((month) => DAYS_OF_MONTHS[month - 1] ?? MAX_MONTH_DAY),
  )
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
