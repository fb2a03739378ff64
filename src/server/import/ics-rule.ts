import type ICAL from 'ical.js'

/** Parts of a rule (RFC 5545, 3.3.10) that are understood with each frequency. */
const UNDERSTOOD: Record<string, readonly string[]> = {
  DAILY: ['BYDAY', 'BYMONTH'],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY'],
}
/** Every month has them. */
const MAX_MONTH_DAY = 28

/**
 * Whether a rule is one that calendars write. Others are refused before they are expanded: the library searches for ever for the
 * days of one that has none (a daily one on 30 February).
 */
export function isUnderstood(rule: ICAL.Recur): boolean {
  const understood = UNDERSTOOD[rule.freq]
  if (understood === undefined || !Number.isInteger(rule.interval) || rule.interval < 1) return false
  const parts = rule.parts as Record<string, (string | number)[] | undefined>
  const used = Object.keys(parts).filter((part) => (parts[part] ?? []).length > 0)
  if (!used.every((part) => understood.includes(part))) return false
  // With a step, the days that a daily rule names may be those that it steps over.
  if (rule.freq === 'DAILY' && rule.interval > 1 && used.length > 0) return false
  if (used.includes('BYMONTHDAY') && used.includes('BYDAY')) return false
  if (used.includes('BYSETPOS') && (!used.includes('BYDAY') || !numbers(parts['BYSETPOS']).every(isSmall)))
    return false
  if (rule.freq === 'YEARLY' && used.includes('BYDAY') && !used.includes('BYMONTH')) return false
  if (rule.freq === 'YEARLY' && used.includes('BYMONTHDAY') && !used.includes('BYMONTH')) return false
  if (!numbers(parts['BYMONTH']).every((month) => month >= 1 && month <= 12)) return false
  const isRare = rule.interval > 1 || rule.freq === 'YEARLY'
  return (
    (parts['BYDAY'] ?? []).every((day) => /^(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(String(day))) &&
    numbers(parts['BYMONTHDAY']).every((day) => isMonthDay(day, isRare ? MAX_MONTH_DAY : 31))
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
